/** True for addresses of the organisers' console. */
export const isConsole = (path: string): boolean => /^\/admin(\/|\.|\?|$)/i.test(path);

/** The board, which still hydrates, and the form of a talk, which has a script of its own: they have no parts. */
export const isLoadedWhole = (path: string): boolean => /^\/admin\/(editor|schedule)$/i.test(path);

/** Ids of the elements that every page of the console has: the whole page with its navigation, and what stands beside it. */
export const FRAME = "console";
export const SCREEN = "screen";
/** Id of the dialog over the screen. */
export const DIALOG = "dialog";
/** The value of `modal` in an address under which an entry is read beside its list. */
export const DETAILS = "details";
/** Id of the entry that is read beside its list. */
export const PANE = "pane";
/** Id of an entry in the table of its list. */
export const rowPart = (id: number | string): string => `entry-${id}`;
/** Id of an entry in the short list beside the one that is read. */
export const shortPart = (id: number | string): string => `short-${id}`;

/** Number of the entry that is asked for as its list has it. @param fragment id of an element */
export function entryIn(fragment: string | undefined): number | undefined {
	const number = /^(?:entry|short)-(\d{1,15})$/.exec(fragment ?? "")?.[1];
	return number === undefined ? undefined : Number(number);
}

/**
 * Id of the element that the script of a console page asks to replace. Another page than the present one comes with the
 * navigation, which says where one is. Undefined for a whole page.
 * @param target the header `HX-Target` of htmx, such as `div#screen`
 * @param present the header `HX-Current-URL`
 */
export function fragmentAsked(path: string, target = "", present = ""): string | undefined {
	const id = isConsole(path) ? /#([\w-]+)$/.exec(target)?.[1] : undefined;
	const isOther = URL.canParse(present) && new URL(present).pathname !== path;
	return id === SCREEN && isOther ? FRAME : id;
}

/**
 * Id of the element that the answer renders. A route whose loader returned its id as `fragmentId` renders that part alone;
 * every other page answers with its screen, whatever was asked for.
 * @param loaded what the loaders of the page returned
 */
export function fragmentShown(asked: string | undefined, loaded: readonly unknown[]): string | undefined {
	if (asked === undefined || asked === FRAME) return asked;
	return loaded.map((one) => (one as { fragmentId?: string } | null | undefined)?.fragmentId).find(Boolean) ?? SCREEN;
}
