import { isIP } from "node:net";
import { z } from "zod";
import { passwordFault } from "../app/accounts/problems.ts";
import { DEFAULT_ACCENT, nearestAccent } from "../app/brand/accent.ts";
import { type Hex, readHex } from "../app/brand/colour.ts";
import { PLACEHOLDER_NAME, PLACEHOLDER_ORGANISATION, PLACEHOLDER_SUPPORT } from "../app/brand/event-fields.ts";
import { type EventTemplate, PUBLIC_TALKS, type PublicTalks } from "../app/enumerations.ts";
import { translators } from "../app/locales/index.ts";
import { isEmail } from "../app/programmes/email.ts";
import { withoutLastSlashes } from "../app/programmes/forms.ts";
import { mistypedSettings } from "./mistyped.ts";

const MIB = 1024 * 1024;
const flag = z.string().trim().min(1);
const webAddress = z
	.url({ protocol: /^https?$/, error: "must be an http or https URL" })
	.transform((text) => withoutLastSlashes(text));
const rangeOf = (lowest: number, highest: number) => `must be from ${lowest} to ${highest}`;
const whole = (lowest: number, highest: number) =>
	z.coerce
		.number({ error: "must be a whole number" })
		.int("must be a whole number")
		.min(lowest, rangeOf(lowest, highest))
		.max(highest, rangeOf(lowest, highest));

const accent = flag.transform((text, { addIssue }): Hex => {
	const colour = readHex(text);
	if (colour) return colour;
	const nearest = nearestAccent(text);
	addIssue(`"${text}" is not a colour of 3 or 6 hex digits; the nearest that is used as given is ${nearest}`);
	return z.NEVER;
});

/** Every setting the program reads from the environment, with its default. `.env.example` explains each. */
export const environment = z.object({
	ENV_FILE: z.string().optional(),
	NODE_ENV: flag.default("production"),
	PORT: whole(0, 65_535).default(3000),
	HOST: flag.default("127.0.0.1"),
	PUBLIC_URL: webAddress.optional(),
	DATA_DIR: flag.default("./data"),
	UPLOADS_DIR: flag.default("./uploads"),
	PHOTOS_MB: whole(100, 100_000_000).default(5_120),
	WORKS_MB: whole(100, 100_000_000).default(5_120),
	ADMIN_EMAIL: z.email("must be an email address").optional(),
	ADMIN_PASSWORD: z.string().optional(),
	SMTP_URL: z
		.url({
			protocol: /^smtps?$/,
			error: "must look like smtp://mail.example.org:587, with SMTP_USER and SMTP_PASSWORD beside it",
		})
		.optional(),
	SMTP_USER: flag.optional(),
	SMTP_PASSWORD: z.string().optional(),
	SMTP_CERTIFICATE: z.enum(["checked", "any"], "must be checked or any").default("checked"),
	/** Mails a second. */
	MAIL_RATE: z.coerce
		.number({ error: "must be a number" })
		.min(0.1, rangeOf(0.1, 1_000))
		.max(1_000, rangeOf(0.1, 1_000))
		.default(5),
	MAIL_FROM: flag
		.refine(isSender, "must be an address, or a name and an address, as in Conference <cfp@example.org>")
		.optional(),
	GITHUB_CLIENT_ID: flag.optional(),
	GITHUB_CLIENT_SECRET: flag.optional(),
	GITHUB_URL: webAddress.default("https://github.com"),
	GITHUB_API_URL: webAddress.default("https://api.github.com"),
	MAINTENANCE_NOTICE: z.enum(["0", "1"], "must be 0 or 1").default("0"),
	DAILY_BACKUP: z.enum(["0", "1"], "must be 0 or 1").default("1"),
	REPLICATION: z.enum(["0", "1"], "must be 0 or 1").default("0"),
	METRICS: z.enum(["0", "1"], "must be 0 or 1").default("0"),
	METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
	TRUST_PROXY: whole(0, 10).default(0),
	ENTRIES_PER_PERSON: whole(1, 10_000).default(50),
	RATE_LIMIT_SCALE: z.coerce.number({ error: "must be a number" }).positive().max(100_000).default(1),
	TZ_EVENT: flag.default("Asia/Shanghai").refine(isZone, "must be a time zone such as Asia/Shanghai"),
	PUBLIC_PROPOSALS: z.enum(PUBLIC_TALKS, "must be all, accepted or off").default("all"),
	PUBLIC_REQUIRE_CONSENT: z.enum(["0", "1"], "must be 0 or 1").default("0"),
	DRAIN_MS: whole(0, 120_000).default(8_000),
	LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
	ALLOW_INSECURE_HTTP: z.enum(["0", "1"]).default("0"),
	BRAND_PRODUCT: flag.default("Hangzhou 2025"),
	BRAND_ACCENT: accent.prefault(DEFAULT_ACCENT),
	BRAND_LOGO: flag.optional(),
	BRAND_PLACE: flag.optional(),
	BRAND_PLACE_ZH: flag.optional(),
	BRAND_FOUNDATION: flag.default("Rostrum Foundation"),
	BRAND_FOUNDATION_SITE: webAddress.default("https://foundation.example"),
	BRAND_SPOTLIGHT_SITE: webAddress.default("https://spotlight.example"),
	BRAND_CHAT: webAddress.default("https://chat.example"),
	BRAND_PRIVACY: webAddress.default("https://foundation.example/privacy"),
	BRAND_SUPPORT: z.email("must be an email address").default("cfp@foundation.example"),
});

function isZone(zone: string): boolean {
	try {
		new Intl.DateTimeFormat("en", { timeZone: zone });
		return true;
	} catch {
		return false;
	}
}

/** Host of the sender where PUBLIC_URL names none. No such mailbox exists. */
const NO_HOST = "localhost";

/** Whether no such mailbox exists outside of this machine. @param sender an address, or a name with one */
const isNowhere = (sender: string): boolean => /@localhost>?$/i.test(sender);

/** An address, or a name with an address in angle brackets. */
function isSender(text: string): boolean {
	const [, named, bare] = /^[^<>]*<([^<>]*)>$|^([^<>]*)$/.exec(text) ?? [];
	const address = named ?? bare ?? "";
	return isEmail(address) || isEmail(address.replace(/@localhost$/, "@localhost.local"));
}

/** What the first event starts with. The console changes it from then on, and these settings count no more. */
export interface FirstEvent {
	name: string;
	nameZh: string;
	place: string;
	placeZh: string;
	zone: string;
	accent: Hex;
	organisation: string;
	organisationZh: string;
	site: string;
	spotlightSite: string;
	chat: string;
	privacy: string;
	support: string;
	/** Which talks the public sees, at /proposals and over REST. */
	publicTalks: PublicTalks;
	/** PNG or SVG in place of the built-in mark. */
	logoFile: string | undefined;
	template: EventTemplate;
}

export interface Config {
	production: boolean;
	port: number;
	host: string;
	/** Origin of links in emails; requests for other hosts are refused. Undefined: any host is served. */
	publicUrl: string | undefined;
	/** The session cookie is marked Secure and carries the `__Host-` prefix. */
	secureCookies: boolean;
	dataDir: string;
	uploadsDir: string;
	/** Bytes that photos of people and files of works may take. */
	uploadSpace: { photos: number; works: number };
	admin: { email: string; password: string } | undefined;
	/** The mail server. Undefined: emails stay in the outbox. */
	smtpUrl: string | undefined;
	smtpLogin: { user: string; pass: string } | undefined;
	/** The mail server, on this machine, may show any certificate. */
	smtpAnyCertificate: boolean;
	/** Letters and broadcasts a second. */
	mailRate: number;
	/** Undefined: the name of the event, at `ownAddress`. */
	mailFrom: string | undefined;
	/** Host of `publicUrl`, if it can have mailboxes. The portal names itself so to mail servers. */
	publicHost: string | undefined;
	/** `cfp@` the public host, or localhost where there is none. */
	ownAddress: string;
	/** Whether what emails leave from can exist. */
	hasMailbox: boolean;
	/** A mail server is set, but no valid sender: emails stay in the outbox. */
	lacksSender: boolean;
	github: { clientId: string; clientSecret: string; url: string; apiUrl: string } | undefined;
	/** The login screen shows a maintenance notice. */
	maintenanceNotice: boolean;
	/** A backup is made every night, in the data directory. */
	dailyBackup: boolean;
	/** Another program, such as Litestream, copies the write-ahead log. */
	replication: boolean;
	/** Who may read `/metrics`: holders of the token or, without one, programs on this machine. Undefined: nobody. */
	metrics: { token?: string } | undefined;
	/** Entries without an answer on consent (API clients may leave it out) are hidden like those that refused it. */
	publicRequireConsent: boolean;
	/** The data are a test copy: nobody can change them. */
	onTrial: boolean;
	/** Lines about names in the environment that look like mistyped settings. */
	mistyped: string[];
	/** Number of proxies in front whose X-Forwarded-* headers are believed. */
	trustProxy: number;
	/** How many entries one person may send to one call; organisers may enter more. */
	entriesPerPerson: number;
	rateLimitScale: number;
	logLevel: string;
	/** How long running requests may take once the server is told to stop. Docker kills a container after 10 s. */
	drainMs: number;
	/** By the template that is chosen for it. */
	firstEvent: Record<EventTemplate, FirstEvent>;
}

/** A setting or file of the operator that cannot be used, in one line that names it. */
export class ConfigError extends Error {}

/**
 * Reads the environment once.
 * @throws ConfigError with one line that names the variable and its fault
 */
export function readConfig(source: Record<string, string | undefined>): Config {
	const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ""));
	const parsed = environment.safeParse(given);
	if (!parsed.success) {
		const issue = parsed.error.issues[0];
		throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message}`);
	}
	const env = parsed.data;
	const fault = env.ADMIN_PASSWORD && passwordFault(translators.en, env.ADMIN_PASSWORD, env.ADMIN_EMAIL ?? "");
	if (fault) throw new ConfigError(`ADMIN_PASSWORD: ${fault}`);
	if ((env.ADMIN_EMAIL === undefined) !== (env.ADMIN_PASSWORD === undefined)) {
		throw new ConfigError("ADMIN_EMAIL: set it together with ADMIN_PASSWORD, or neither");
	}
	if (env.PUBLIC_URL && new URL(env.PUBLIC_URL).href !== `${new URL(env.PUBLIC_URL).origin}/`) {
		throw new ConfigError("PUBLIC_URL: must be a URL without a path");
	}
	if ((env.GITHUB_CLIENT_ID === undefined) !== (env.GITHUB_CLIENT_SECRET === undefined)) {
		throw new ConfigError("GITHUB_CLIENT_ID: set it together with GITHUB_CLIENT_SECRET, or neither");
	}
	const secure = env.PUBLIC_URL?.startsWith("https://") ?? false;
	if (env.PUBLIC_URL && !secure && !isLoopback(new URL(env.PUBLIC_URL).hostname) && env.ALLOW_INSECURE_HTTP !== "1") {
		throw new ConfigError("PUBLIC_URL: must be https, or set ALLOW_INSECURE_HTTP=1 to run without encryption");
	}
	if (env.SMTP_CERTIFICATE === "any" && env.SMTP_URL && !isLoopback(new URL(env.SMTP_URL).hostname)) {
		throw new ConfigError(
			"SMTP_CERTIFICATE: any is only for a mail server on this machine; for a certificate of your own authority set NODE_EXTRA_CA_CERTS",
		);
	}
	const publicHost = publicHostOf(env.PUBLIC_URL);
	const ownAddress = `cfp@${publicHost ?? NO_HOST}`;
	const hasMailbox = !isNowhere(env.MAIL_FROM ?? ownAddress);
	const lacksSender = env.SMTP_URL !== undefined && !isLoopback(new URL(env.SMTP_URL).hostname) && !hasMailbox;
	return {
		production: env.NODE_ENV === "production",
		port: env.PORT,
		host: env.HOST,
		publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).origin,
		secureCookies: secure,
		dataDir: env.DATA_DIR,
		uploadsDir: env.UPLOADS_DIR,
		uploadSpace: { photos: env.PHOTOS_MB * MIB, works: env.WORKS_MB * MIB },
		admin: env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : undefined,
		smtpUrl: lacksSender ? undefined : env.SMTP_URL,
		smtpLogin: loginIn(env),
		smtpAnyCertificate: env.SMTP_CERTIFICATE === "any",
		mailRate: env.MAIL_RATE,
		mailFrom: env.MAIL_FROM,
		publicHost,
		ownAddress,
		hasMailbox,
		lacksSender,
		github:
			env.GITHUB_CLIENT_ID && env.GITHUB_CLIENT_SECRET
				? {
						clientId: env.GITHUB_CLIENT_ID,
						clientSecret: env.GITHUB_CLIENT_SECRET,
						url: env.GITHUB_URL,
						apiUrl: env.GITHUB_API_URL,
					}
				: undefined,
		maintenanceNotice: env.MAINTENANCE_NOTICE === "1",
		dailyBackup: env.DAILY_BACKUP === "1",
		replication: env.REPLICATION === "1",
		metrics: env.METRICS === "1" || env.METRICS_TOKEN ? { token: env.METRICS_TOKEN } : undefined,
		publicRequireConsent: env.PUBLIC_REQUIRE_CONSENT === "1",
		onTrial: false,
		mistyped: mistypedSettings(Object.keys(given), Object.keys(environment.shape)),
		trustProxy: env.TRUST_PROXY,
		entriesPerPerson: env.ENTRIES_PER_PERSON,
		rateLimitScale: env.RATE_LIMIT_SCALE,
		logLevel: env.LOG_LEVEL,
		drainMs: env.DRAIN_MS,
		firstEvent: firstEventsIn(env, new Set(Object.keys(given))),
	};
}

/** The same portal with a test copy of its data: for this machine only, and it sends, copies and changes nothing. */
export function onTrial(config: Config, copy: Pick<Config, "dataDir" | "uploadsDir">): Config {
	return {
		...config,
		...copy,
		onTrial: true,
		host: "127.0.0.1",
		port: 0,
		publicUrl: undefined,
		secureCookies: false,
		trustProxy: 0,
		smtpUrl: undefined,
		lacksSender: false,
		logLevel: "warn",
		github: undefined,
		dailyBackup: false,
		replication: false,
		metrics: undefined,
	};
}

/** The host that visitors use, if it can have mailboxes. */
function publicHostOf(publicUrl: string | undefined): string | undefined {
	const host = publicUrl && new URL(publicUrl).hostname;
	if (!host || isLoopback(host) || isIP(host.replace(/^\[|\]$/g, ""))) return;
	return host;
}

/** The login at the mail server: from its own settings, or from the address. No part of it is ever printed. */
function loginIn({ SMTP_URL, SMTP_USER, SMTP_PASSWORD = "" }: z.infer<typeof environment>): Config["smtpLogin"] {
	if (SMTP_USER) return { user: SMTP_USER, pass: SMTP_PASSWORD };
	if (SMTP_PASSWORD) throw new ConfigError("SMTP_USER: set it together with SMTP_PASSWORD, or neither");
	const address = SMTP_URL === undefined ? undefined : new URL(SMTP_URL);
	if (!address?.username) return;
	try {
		return { user: decodeURIComponent(address.username), pass: decodeURIComponent(address.password) };
	} catch {
		throw new ConfigError("SMTP_URL: its user or password cannot be read: use SMTP_USER and SMTP_PASSWORD");
	}
}

/** The first event from each template. In a blank one settings that were not made have no defaults of another event. */
function firstEventsIn(env: z.infer<typeof environment>, given: ReadonlySet<string>): Config["firstEvent"] {
	const hangzhou: FirstEvent = {
		name: env.BRAND_PRODUCT,
		nameZh: "",
		place: env.BRAND_PLACE ?? "Hangzhou",
		placeZh: env.BRAND_PLACE_ZH ?? env.BRAND_PLACE ?? "杭州",
		zone: env.TZ_EVENT,
		accent: env.BRAND_ACCENT,
		organisation: env.BRAND_FOUNDATION,
		organisationZh: "",
		site: env.BRAND_FOUNDATION_SITE,
		spotlightSite: env.BRAND_SPOTLIGHT_SITE,
		chat: env.BRAND_CHAT,
		privacy: env.BRAND_PRIVACY,
		support: env.BRAND_SUPPORT,
		publicTalks: env.PUBLIC_PROPOSALS,
		logoFile: env.BRAND_LOGO,
		template: "hangzhou",
	};
	const own = <T extends string>(name: string, value: T, neutral: T): T => (given.has(name) ? value : neutral);
	const blank: FirstEvent = {
		...hangzhou,
		name: own("BRAND_PRODUCT", hangzhou.name, PLACEHOLDER_NAME),
		place: env.BRAND_PLACE ?? "",
		placeZh: env.BRAND_PLACE_ZH ?? "",
		zone: own("TZ_EVENT", hangzhou.zone, "UTC"),
		organisation: own("BRAND_FOUNDATION", hangzhou.organisation, PLACEHOLDER_ORGANISATION),
		site: own("BRAND_FOUNDATION_SITE", hangzhou.site, ""),
		spotlightSite: own("BRAND_SPOTLIGHT_SITE", hangzhou.spotlightSite, ""),
		chat: own("BRAND_CHAT", hangzhou.chat, ""),
		privacy: own("BRAND_PRIVACY", hangzhou.privacy, ""),
		support: own("BRAND_SUPPORT", hangzhou.support, env.ADMIN_EMAIL ?? PLACEHOLDER_SUPPORT),
		publicTalks: own("PUBLIC_PROPOSALS", hangzhou.publicTalks, "accepted"),
		template: "blank",
	};
	return { blank, hangzhou };
}

export function isLoopback(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || hostname === "::1" || /^127(\.\d+){3}$/.test(hostname);
}
