import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";

/** After the last key. */
const PAUSE_MS = 200;

/** Marks addresses reached by typing, so that a whole search is one step of "Back". */
const TYPED = { typed: true };

const isTyped = ({ state }: { state: unknown }) => state !== null && typeof state === "object" && "typed" in state;

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
	const form = useRef<HTMLFormElement>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>();
	/** The last requested search, whether typed or reached by a link. */
	const asked = useRef(q);
	const stop = () => clearTimeout(timer.current);
	const wait = () => {
		stop();
		timer.current = setTimeout(() => search.current(), PAUSE_MS);
	};
	/** From the latest render, because other filters may have changed since the key was pressed. */
	const search = useRef(() => {});
	search.current = () => {
		const typed = fieldIn(form.current)?.value.trim();
		if (typed === undefined || typed === asked.current) return;
		// A change that is being saved is not interrupted.
		if (navigation.formMethod && navigation.formMethod !== "GET") return wait();
		asked.current = typed;
		navigate(pathOf(typed), { replace: isTyped(location), preventScrollReset: true, state: TYPED });
	};
	useEffect(() => {
		if (q === asked.current) return;
		// After "Back" or a link the field must show that search.
		asked.current = q;
		form.current?.reset();
	}, [q]);
	const goesElsewhere = navigation.location !== undefined && !isTyped(navigation.location);
	useEffect(() => {
		if (!goesElsewhere) return;
		clearTimeout(timer.current);
		// Another link was faster than the search: the field shows what the list does.
		if (fieldIn(form.current)?.value.trim() !== asked.current) form.current?.reset();
	}, [goesElsewhere]);
	const isIdle = navigation.state === "idle";
	useEffect(() => {
		// What could not be answered can be asked for again.
		if (isIdle) asked.current = q;
	}, [isIdle, q]);
	useEffect(() => () => clearTimeout(timer.current), []);

	return {
		form: {
			ref: form,
			replace: isTyped(location),
			onSubmit: () => {
				stop();
				asked.current = fieldIn(form.current)?.value.trim() ?? "";
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
