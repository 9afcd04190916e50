/** True for addresses of the organisers' console. */
export const isConsole = (path: string): boolean => /^\/admin(\/|\.|\?|$)/i.test(path);

/** Screens that still hydrate, and the form of a talk, which has a script of its own: they have no parts. */
export const isLoadedWhole = (path: string): boolean =>
	/^\/admin\/(editor|proposals|nominations|aigc|forum|schedule)$/i.test(path);

/** Ids of the elements that every page of the console has: the whole page with its navigation, and what stands beside it. */
export const FRAME = "console";
export const SCREEN = "screen";
/** Id of the dialog over the screen. */
export const DIALOG = "dialog";

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
