/** The answers of a form, as they are kept on the device. */

/** By control name. */
export type Values = Record<string, string[]>;

/** Never kept on the device: secrets, signed fields, the photo, and a consent that must be given each time. */
const NOT_KEPT = /^(formToken|attempts|draftBase|seen|late-link|photo|file)$|consent$/i;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The stored values, without the track switch: the address already names the form. */
function controls(form: HTMLFormElement): Control[] {
	const elements = [...form.elements] as Control[];
	return elements.filter(
		({ name, type, dataset }) =>
			name && !NOT_KEPT.test(name) && !/^(submit|hidden|file)$/.test(type) && dataset.path === undefined,
	);
}

const isBox = (control: Control): control is HTMLInputElement => /^(checkbox|radio)$/.test(control.type);

/** Every answer in the form; groups without a tick are empty lists. */
export function collect(form: HTMLFormElement): Values {
	const values: Values = {};
	for (const control of controls(form)) {
		values[control.name] ??= [];
		if (!isBox(control) || control.checked) values[control.name]?.push(control.value);
	}
	return values;
}

export function differs(form: HTMLFormElement, values: Values): boolean {
	const present = collect(form);
	return Object.keys(present).some((name) => values[name] && String(values[name]) !== String(present[name]));
}

export function fill(form: HTMLFormElement, values: Values): void {
	for (const control of controls(form)) {
		const value = values[control.name];
		if (value === undefined) continue;
		if (isBox(control)) control.checked = value.includes(control.value);
		else if (isOffered(control, value[0])) control.value = value[0] ?? "";
	}
}

/** A form of another year may offer other options. */
function isOffered(control: Control, value = ""): boolean {
	return !(control instanceof HTMLSelectElement) || [...control.options].some((option) => option.value === value);
}
