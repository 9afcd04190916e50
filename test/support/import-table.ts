/** Who may import whom. ARCHITECTURE.md draws this table for people; `test/imports.test.ts` holds it. */

export interface Row {
	name: string;
	/** Beginnings of paths; of all rows, the longest that fits a file decides. */
	holds: readonly string[];
	/** Rows whose values it may import, besides its own. */
	values?: readonly string[];
	/** Rows of which it may know the types. */
	types?: readonly string[];
	packages?: readonly string[];
	typePackages?: readonly string[];
	/** May import everything (composition root). */
	composes?: true;
}

const CORE = ["enumerations", "programmes", "schedule", "brand", "texts"];
const SHARED = ["errors", "error texts", "disk", "access", "settings"];
/** Pages know the server by the shape of `context` and nothing else. */
const SERVER_TYPES = ["settings", "services", "rest", "remix"];

export const table: readonly Row[] = [
	{
		name: "enumerations",
		holds: ["app/enumerations.ts", "app/kinds.ts", "app/lifecycle.ts", "app/roles.ts", "app/fragments.ts"],
	},
	{ name: "brand", holds: ["app/brand/"], values: ["enumerations"] },
	{ name: "schedule", holds: ["app/schedule/"], types: ["texts"] },
	{
		name: "programmes",
		holds: [
			"app/programmes/",
			"app/accounts/",
			"app/search/",
			"app/mails/",
			"app/reviews/",
			"app/bulk-actions.ts",
			"app/unsaved.ts",
		],
		values: ["enumerations"],
		types: ["texts", "definitions"],
	},
	{ name: "texts", holds: ["app/i18n.ts", "app/locales/"], types: ["programmes"] },
	{
		name: "definitions",
		holds: "definition setup event programmes mail-texts redactions reviews carried listing results tracks"
			.split(" ")
			.map((name) => `app/schemas/${name}.ts`),
		values: CORE,
		packages: ["zod"],
	},
	{ name: "schemas", holds: ["app/schemas/"], values: [...CORE, "definitions"], packages: ["zod"] },

	{
		name: "islands",
		holds: ["app/islands/"],
		values: ["enumerations", "programmes", "schedule"],
		packages: ["htmx.org"],
	},
	{ name: "styles", holds: ["app/styles/"] },
	{
		name: "frame",
		holds: [
			...["app/handle.ts", "app/http.ts", "app/load-context.d.ts", "app/root-data.ts", "app/entry-refusal.ts"],
			"app/open-in-list.ts",
			...["app/translation.tsx", "app/all-texts.ts"],
		],
		values: CORE,
		types: [...SERVER_TYPES, "root"],
		packages: ["react", "@remix-run/react", "@remix-run/node"],
	},
	{
		name: "root",
		holds: ["app/root.tsx"],
		values: [...CORE, "frame", "hooks", "components", "styles"],
		types: SERVER_TYPES,
		packages: ["react", "@remix-run/react", "@remix-run/node"],
	},
	{
		name: "hooks",
		holds: ["app/hooks/"],
		values: [...CORE, "frame", "islands"],
		types: ["pages"],
		packages: ["react", "react-dom", "@remix-run/react", "@dnd-kit/core"],
	},
	{
		name: "pages",
		holds: ["app/pages/"],
		values: [...CORE, "definitions", "schemas", "frame", "hooks", "components"],
		types: SERVER_TYPES,
		packages: ["@remix-run/node"],
	},
	{
		name: "components",
		holds: ["app/components/"],
		values: [...CORE, "frame", "hooks", "islands"],
		types: [...SERVER_TYPES, "pages", "definitions", "schemas"],
		packages: ["react", "@remix-run/react", "@dnd-kit/core"],
	},
	{
		name: "routes",
		holds: ["app/routes/"],
		values: [...CORE, "definitions", "schemas", "frame", "pages", "hooks", "components", "styles"],
		types: SERVER_TYPES,
		packages: ["react", "@remix-run/react", "@remix-run/node"],
	},
	{ name: "addresses", holds: ["app/routes.ts"], values: CORE, packages: ["@remix-run/route-config"] },
	{
		name: "browser entry",
		holds: ["app/entry.client.tsx"],
		values: ["texts", "frame"],
		packages: ["react", "react-dom", "@remix-run/react"],
	},
	{
		name: "rendering",
		holds: ["app/entry.server.tsx"],
		values: [...CORE, "frame", "styles"],
		packages: ["node:", "react-dom", "@remix-run/react"],
		typePackages: ["react", "@remix-run/node"],
	},

	{ name: "flush", holds: ["db/flush.ts"], packages: ["node:"] },
	{
		name: "db",
		holds: ["db/"],
		values: ["flush", "enumerations", "schedule"],
		types: ["programmes"],
		packages: ["node:", "better-sqlite3", "drizzle-orm", "drizzle-kit"],
	},
	{ name: "print", holds: ["server/print.ts"] },
	{ name: "errors", holds: ["server/errors.ts"], values: ["db"] },
	{ name: "error texts", holds: ["server/error-text.ts"], values: CORE, types: ["errors"] },
	{
		name: "disk",
		holds: ["server/disk.ts", "server/uploads-marker.ts"],
		values: ["db", "errors"],
		packages: ["node:"],
	},
	{ name: "access", holds: ["server/access.ts", "server/access-rows.ts", "server/access-lookup.ts"], values: CORE },
	{
		name: "settings",
		holds: [
			"server/config.ts",
			"server/env-file.ts",
			"server/key-file.ts",
			"server/mistyped.ts",
			"server/permissions.ts",
			"server/proxy-check.ts",
			"server/secrets.ts",
			"server/security-log.ts",
			"server/unattended.ts",
		],
		values: [...CORE, "flush"],
		packages: ["node:", "leven", "zod"],
		typePackages: ["pino"],
	},
	{
		name: "letters",
		holds: ["templates", "shipped-texts", "account-letters", "sender"].map((name) => `server/mail/${name}.ts`),
		values: CORE,
		types: ["settings"],
	},
	{
		name: "services",
		holds: ["server/services/"],
		values: [...CORE, "definitions", "flush", "db", "errors", "disk", "settings", "letters"],
		packages: [
			...[
				"node:",
				"@date-fns/tz",
				"@humanwhocodes/momoa",
				"arctic",
				"argon2",
				"csv-parse",
				"csv-stringify",
				"drizzle-orm",
				"fast-xml-builder",
				"ical-generator",
				"jsonwebtoken",
				"p-queue",
			],
			...["rate-limiter-flexible", "sharp", "zod"],
		],
		typePackages: ["pino"],
	},
	{
		name: "mail",
		holds: ["server/mail/"],
		values: ["settings", "print", "letters"],
		types: ["services"],
		packages: ["node:", "nodemailer"],
		typePackages: ["pino"],
	},
	{
		name: "middleware",
		holds: ["server/middleware/"],
		values: [...CORE, ...SHARED, "services"],
		types: ["db"],
		packages: ["node:", "cookie", "express", "helmet", "ipaddr.js", "multer", "on-headers", "rate-limiter-flexible"],
		typePackages: ["pino"],
	},
	{
		name: "rest",
		holds: ["server/rest/"],
		values: [...CORE, "definitions", ...SHARED, "services", "middleware"],
		packages: ["node:", "express", "zod"],
	},
	{
		name: "remix",
		holds: ["server/remix/"],
		values: [...CORE, ...SHARED, "services", "middleware"],
		types: ["rest"],
		packages: ["node:", "@remix-run/node", "@remix-run/express"],
		typePackages: ["express", "pino"],
	},
	{
		name: "backup",
		holds: ["server/backup/"],
		values: ["flush", "db", "disk", "settings"],
		packages: ["node:", "@date-fns/tz", "sharp", "tar", "zod"],
		typePackages: ["pino"],
	},
	{
		name: "commands",
		holds: ["server/cli/"],
		values: [...CORE, "db", "disk", "settings", "services", "backup", "mail", "letters", "print"],
		types: ["composition"],
		packages: ["node:"],
	},
	{
		name: "composition",
		holds: [
			...["app", "portal", "volume", "paths", "health", "metrics", "log", "repeats", "surroundings", "listen", "main"],
			...["development", "cli/main"],
		]
			.map((name) => `server/${name}.ts`)
			.concat("scripts/demo/", "server/package-fault.mjs"),
		composes: true,
	},
];

/** The rooms of the picture in ARCHITECTURE.md, by the rows they hold. */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
	core: [...CORE, "definitions", "schemas"],
	pages: [
		...["islands", "styles", "frame", "root", "hooks", "pages", "components", "routes", "addresses"],
		...["browser entry", "rendering"],
	],
	database: ["flush", "db"],
	basics: ["print", "errors", "error texts", "disk", "access", "settings"],
	services: ["services", "letters"],
	transports: ["middleware", "rest", "remix"],
	mail: ["mail"],
	backup: ["backup"],
	commands: ["commands"],
};

export function rowOf(path: string): Row | undefined {
	const fits = (row: Row) =>
		Math.max(0, ...row.holds.filter((start) => path.startsWith(start)).map((one) => one.length));
	return table.filter((row) => fits(row) > 0).sort((a, b) => fits(b) - fits(a))[0];
}
