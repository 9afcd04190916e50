import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect, useRef } from "react";

/** After the last key. */
const PAUSE_MS = 200;

/** Marks the addresses that typing leads to: one search is one step of "Back", however many letters it has. */
const TYPED = { typed: true };

const isTyped = ({ state }: { state: unknown }) => state !== null && typeof state === "object" && "typed" in state;

/**
 * Searches while someone types, by replacing the address: a later search ends the one before it, and the form stays the
 * same, with its focus and caret. While an input method composes, nothing is asked.
 * @param q what the list shows @param pathOf the address of the list with another search
 */
export function useTypedSearch(q: string, pathOf: (q: string) => string) {
	const navigate = useNavigate();
	const location = useLocation();
	const navigation = useNavigation();
	const form = useRef<HTMLFormElement>(null);
	const timer = useRef<ReturnType<typeof setTimeout>>();
	/** What was asked for last: by typing, or by whatever led to this address. */
	const asked = useRef(q);
	const field = () => form.current?.querySelector<HTMLInputElement>("[name=q]");
	const stop = () => clearTimeout(timer.current);
	const wait = () => {
		stop();
		timer.current = setTimeout(() => search.current(), PAUSE_MS);
	};
	/** The one of the latest render: what else narrows the list may have changed since the key was pressed. */
	const search = useRef(() => {});
	search.current = () => {
		const typed = field()?.value.trim();
		if (typed === undefined || typed === asked.current) return;
		// A change that is being saved is not interrupted.
		if (navigation.formMethod && navigation.formMethod !== "GET") return wait();
		asked.current = typed;
		navigate(pathOf(typed), { replace: isTyped(location), preventScrollReset: true, state: TYPED });
	};
	useEffect(() => {
		if (q === asked.current) return;
		// "Back" or a link led to another search, which the field must show.
		asked.current = q;
		form.current?.reset();
	}, [q]);
	const goesElsewhere = navigation.location !== undefined && !isTyped(navigation.location);
	useEffect(() => {
		if (goesElsewhere) clearTimeout(timer.current);
	}, [goesElsewhere]);
	useEffect(() => () => clearTimeout(timer.current), []);

	return {
		form: {
			ref: form,
			replace: isTyped(location),
			onSubmit: () => {
				stop();
				asked.current = field()?.value.trim() ?? "";
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
