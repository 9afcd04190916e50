import { useLocation, useNavigation } from "@remix-run/react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { NOT_LOADED, type NotLoaded } from "../../hooks/kept-page.ts";
import { type TellOptions, ToastContext } from "../../hooks/toast.ts";
import { useToastList } from "../../hooks/toast-list.ts";
import { useTranslation } from "../../translation.tsx";
import { BOARD } from "../schedule/board-url.ts";

/** Specification section 9: 5 seconds, at most 20, top right. Errors stay until they are dismissed or their page is left. */
const SHOWN_MS = 5_000;
/** Longer where something can be undone: it must be read, judged and reached. */
const UNDOABLE_MS = 10_000;
const MOST = 20;
/** More than these would cover what is read. */
const MOST_SUCCESSES = 2;

interface Toast {
	id: number;
	text: string;
	wrong: boolean;
	warning: boolean;
	lasting: boolean;
	/** Goes when its page is left. */
	local: boolean;
	/** Pathname of the page that it is about. */
	page: string;
	undo: (() => void) | undefined;
	undoText: string | undefined;
	topic: string | undefined;
}

/** Messages kept when an action succeeds: errors, and one success. */
function afterSuccess(present: readonly Toast[]): Toast[] {
	const successes = present.filter(({ wrong }) => !wrong).slice(0, MOST_SUCCESSES - 1);
	return present.filter((old) => (old.wrong && !old.warning) || successes.includes(old));
}

/**
 * The messages over the page, or in the dialog that covers it. They stay while the pointer or the focus is in them.
 */
export function Toasts({ children }: { children: ReactNode }) {
	const { t } = useTranslation();
	// Newest first: the first "Undo" is that of the last change.
	const [toasts, setToasts] = useState<Toast[]>([]);
	const [isPointed, setIsPointed] = useState(false);
	const [isFocused, setIsFocused] = useState(false);
	const paused = isPointed || isFocused;
	const count = useRef(0);
	const { pathname } = useLocation();
	// What could not be loaded is said while its page is still to come.
	const arriving = useNavigation().location?.pathname;
	const page = useRef({ shown: "", next: "" });
	page.current = { shown: pathname, next: arriving ?? pathname };
	const tell = useCallback(
		(
			text: string,
			{
				warning = false,
				wrong = warning,
				lasting = false,
				local = wrong,
				undo,
				undoText,
				topic,
				about = wrong ? page.current.next : page.current.shown,
			}: TellOptions & { about?: string } = {},
		) => {
			count.current += 1;
			const id = count.current;
			// A repeated message replaces the old one, so that screen readers announce it each time.
			const isOver = (old: Toast) => (topic === undefined ? old.text === text && !old.undo : old.topic === topic);
			setToasts((present) => {
				const kept = present.filter((old) => !isOver(old));
				return [
					{
						id,
						text,
						wrong,
						warning,
						lasting,
						local,
						page: about,
						undo,
						undoText,
						topic,
					},
					...(wrong ? kept : afterSuccess(kept)),
				].slice(0, MOST);
			});
		},
		[],
	);
	useEffect(() => {
		const notLoaded = ({ detail: { page, message } }: CustomEvent<NotLoaded>) => {
			const what = page === BOARD ? t("schedule.loadFailed") : t("schedule.loadEntriesFailed");
			tell(message ?? what, { wrong: true, about: page });
		};
		addEventListener(NOT_LOADED, notLoaded as EventListener);
		return () => removeEventListener(NOT_LOADED, notLoaded as EventListener);
	}, [tell, t]);
	useEffect(() => {
		setToasts((present) => present.filter((old) => !old.local || old.lasting || old.page === pathname));
	}, [pathname]);
	// Dismissing the last toast fires no `mouseleave`: the element disappears under the pointer.
	useEffect(() => {
		if (toasts.length > 0) return;
		setIsPointed(false);
		setIsFocused(false);
	}, [toasts]);
	const inList = useToastList();
	const dismiss = useCallback((id: number) => setToasts((present) => present.filter((toast) => toast.id !== id)), []);
	return (
		<ToastContext.Provider value={tell}>
			{inList(
				// biome-ignore lint/a11y/noStaticElementInteractions: pointing only keeps the messages from vanishing
				<div
					className="toast-list"
					onMouseEnter={() => setIsPointed(true)}
					onMouseLeave={() => setIsPointed(false)}
					onFocus={() => setIsFocused(true)}
					onBlur={() => setIsFocused(false)}
					onKeyDown={(event) => {
						if (event.key !== "Escape") return;
						// It would also close what the page shows, or the dialog that has the messages.
						event.stopPropagation();
						event.preventDefault();
						setToasts([]);
					}}
				>
					{toasts.map((toast) => (
						<Message
							key={toast.id}
							toast={toast}
							paused={paused}
							dismiss={dismiss}
							label={t("admin.dismiss")}
							undo={t("admin.undo")}
						/>
					))}
				</div>,
			)}
			{children}
		</ToastContext.Provider>
	);
}

function Message(props: { toast: Toast; paused: boolean; dismiss: (id: number) => void; label: string; undo: string }) {
	const { toast, paused, dismiss, label, undo } = props;
	useEffect(() => {
		if (toast.wrong || paused) return;
		const timer = setTimeout(() => dismiss(toast.id), toast.undo ? UNDOABLE_MS : SHOWN_MS);
		return () => clearTimeout(timer);
	}, [toast, paused, dismiss]);
	return (
		<p className={toast.wrong ? "banner wrong" : "banner"} role={toast.wrong ? "alert" : "status"}>
			{toast.text}{" "}
			{toast.undo && (
				<button
					type="button"
					className="button-link"
					onClick={() => {
						dismiss(toast.id);
						toast.undo?.();
					}}
				>
					{toast.undoText ?? undo}
				</button>
			)}{" "}
			<button type="button" className="button-link" onClick={() => dismiss(toast.id)}>
				{label}
			</button>
		</p>
	);
}
