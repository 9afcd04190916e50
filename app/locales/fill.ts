/** Fills the blanks of a text, `{{name}}`; one that has no value here stays as it is. */
export function fill(text: string, values: Readonly<Record<string, unknown>>): string {
	return text.replace(/{{(\w+)}}/g, (blank, name: string) => (name in values ? String(values[name] ?? "") : blank));
}
