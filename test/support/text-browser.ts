import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { temporaryDirectory } from "./portal.ts";
import { until } from "./smtp.ts";
import { before, behind, type Control, withoutNumbers } from "./text-controls.ts";

/** What a person does at a browser that shows text only. Keys wait in order until the page before them has come. */
export interface TextBrowser {
	open(address: string): Promise<void>;
	/** The page as it is shown, with typed text. */
	read(): Promise<string>;
	/** Types into the control behind this question, instead of what it holds. A file is named by its path. */
	type(label: string, text: string): Promise<void>;
	/** Chooses in the list behind this question. */
	choose(label: string, option: string): Promise<void>;
	/** Ticks the box before these words; of several, the first behind `group`. */
	tick(label: string, group?: string): Promise<void>;
	press(button: string): Promise<void>;
	follow(link: string): Promise<void>;
}

export interface Page {
	/** With the numbers of its controls before them. */
	text: string;
	controls: readonly Control[];
}

/** The keys of one browser. */
export interface Keys {
	look(): Promise<Page>;
	open(address: string): void;
	type(field: Control, text: string): void | Promise<void>;
	choose(field: Control, option: string): void;
	/** Ticks, follows or presses. */
	activate(control: Control): void;
	press(controls: readonly Control[], button: string): void;
}

export function textBrowser(keys: Keys): TextBrowser {
	// Numbers stay as they are until the page is left.
	let page: Page | undefined;
	const look = async () => {
		page = await keys.look();
		return page;
	};
	const controls = async () => (page ?? (await look())).controls;
	const leave = (strike: () => void) => {
		strike();
		page = undefined;
	};
	return {
		open: async (address) => leave(() => keys.open(address)),
		read: async () => withoutNumbers((await look()).text),
		type: async (label, text) => keys.type(behind(await controls(), label), text),
		choose: async (label, option) => keys.choose(behind(await controls(), label), option),
		tick: async (label, group) => keys.activate(before(await controls(), label, "tick", group)),
		async press(button) {
			const all = await controls();
			leave(() => keys.press(all, button));
		},
		async follow(link) {
			const found = before(await controls(), link, "link");
			leave(() => keys.activate(found));
		},
	};
}

/** A folder for one run of a browser: nothing of the machine's own settings is read, nothing is left behind. */
export function privateFolder() {
	const folder = temporaryDirectory();
	const home = join(folder, "home");
	mkdirSync(join(home, ".w3m"), { recursive: true });
	const terminal = { TERM: "vt100", LANG: "C.UTF-8", LINES: "400", COLUMNS: "80" };
	const env = { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, HOME: home, ...terminal };
	const page = join(folder, "page");
	return {
		folder,
		env,
		/** A shell command that takes a page from `source`. The name appears when all of it is written. */
		keep: (source: string) => `cat ${source} > ${page}.part && mv ${page}.part ${page}`,
		/** Presses the keys that make the browser run that command. @param screen everything it has drawn */
		async take(print: () => void, screen: () => string): Promise<string> {
			rmSync(page, { force: true });
			print();
			await until(() => existsSync(page)).catch((cause) => {
				throw new Error(`the browser gave no page: ${JSON.stringify(screen().slice(-800))}`, { cause });
			});
			return readFileSync(page, "utf8");
		},
	};
}

/** Everything a program has drawn so far. */
export function screenOf(stream: Readable): () => string {
	let drawn = "";
	stream.on("data", (chunk) => {
		drawn += chunk;
	});
	return () => drawn;
}
