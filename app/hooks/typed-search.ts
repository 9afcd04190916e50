import { useLocation, useNavigate, useNavigation, useSubmit } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";

/** After the last key. */
const PAUSE_MS = 200;

/** Marks addresses reached by typing, so that a whole search is one step of "Back". */
const TYPED = { typed: true };

/** Marks addresses reached by the form itself, with a key or its button. */
const SENT = { sent: true };

const isMarked = ({ state }: { state: unknown }, mark: string) =>
	state !== null && typeof state === "object" && mark in state;
const isTyped = (location: { state: unknown }) => isMarked(location, "typed");

const fieldIn = (form: HTMLFormElement | null) => form?.querySelector<HTMLInputElement>("[name=q]");

/**
 * Searches while someone types, by replacing the address: a later search cancels the one before, and the form keeps
 * its focus and caret. Nothing is requested during input-method composition. @param q the search that the list shows
 * @param pathOf the address of the list with another search
 */
export function useTypedSearch(q: string, pathOf: (q: string) => string) {
	const navigate = useNavigate();
	const location = useLocation();
	const navigation = useNavigation();
	const submit = useSubmit();
	const form = useRef<HTMLFormElement>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>();
	/** The search that the list shows and those requested since. The field is ahead of all but the last. */
	const asked = useRef([q]);
	const stop = () => clearTimeout(timer.current);
	const wait = () => {
		stop();
		timer.current = setTimeout(() => search.current(), PAUSE_MS);
	};
	/** From the latest render, because other filters may have changed since the key was pressed. */
	const search = useRef(() => {});
	search.current = () => {
		const typed = fieldIn(form.current)?.value.trim();
		if (typed === undefined) return;
		// What could not be answered can be asked for again.
		const isAskedFor = navigation.state !== "idle" || typed === q;
		if (typed === asked.current.at(-1) && isAskedFor) return;
		// A change that is being saved is not interrupted.
		if (navigation.formMethod && navigation.formMethod !== "GET") return wait();
		asked.current.push(typed);
		navigate(pathOf(typed), { replace: isTyped(location), preventScrollReset: true, state: TYPED });
	};
	useEffect(() => {
		const place = asked.current.indexOf(q);
		if (place >= 0) {
			asked.current.splice(0, place);
			return;
		}
		// After "Back" or a link the field must show that search.
		asked.current = [q];
		form.current?.reset();
	}, [q]);
	const goesElsewhere =
		navigation.location !== undefined && !isTyped(navigation.location) && !isMarked(navigation.location, "sent");
	useEffect(() => {
		if (!goesElsewhere) return;
		clearTimeout(timer.current);
		// Another link was faster than the search: the field shows what the list does.
		if (fieldIn(form.current)?.value.trim() !== asked.current.at(-1)) form.current?.reset();
	}, [goesElsewhere]);
	useEffect(() => () => clearTimeout(timer.current), []);

	return {
		form: {
			ref: form,
			replace: isTyped(location),
			state: SENT,
			onSubmit: (event: FormEvent<HTMLFormElement>) => {
				stop();
				asked.current.push(fieldIn(form.current)?.value.trim() ?? "");
				// On a slow machine a search can be in the address and not yet on the page: `replace` is of the page.
				const replace = isMarked({ state: window.history.state?.usr ?? null }, "typed");
				if (replace === isTyped(location)) return;
				event.preventDefault();
				submit(event.currentTarget, { replace, state: SENT });
			},
		},
		field: {
			onInput: (event: FormEvent) => {
				if ((event.nativeEvent as InputEvent).isComposing) stop();
				else wait();
			},
			onCompositionEnd: wait,
		},
	};
}
