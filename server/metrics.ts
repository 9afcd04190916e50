import { timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Request, RequestHandler, Response } from "express";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { MAIL_STATES } from "../app/enumerations.ts";
import { DATABASE } from "./backup/archive.ts";
import { newestBackup } from "./backup/daily.ts";
import { isLoopback } from "./config.ts";
import { isHeldBack } from "./middleware/page-cache.ts";
import { sha256 } from "./secrets.ts";
import type { Unattended } from "./unattended.ts";
import type { Volume } from "./volume.ts";

export interface Metrics {
	/** Counts an answer once it is out. Does nothing where metrics are off. */
	count: RequestHandler;
	/** Prometheus text. Calls next() if metrics are off or not allowed, as if the address did not exist. */
	answer: RequestHandler;
}

/** Refusals caused by load, space or limits. */
const REFUSALS: Readonly<Record<number, string>> = { 403: "forbidden", 429: "limit", 503: "busy", 507: "disk" };

/**
 * Prometheus metrics. Labels are patterns of the access table, methods and statuses: their number is bounded, and
 * they contain no personal data.
 */
export function createMetrics(volume: Volume, unattended: Unattended): Metrics {
	const { config } = volume;
	const rule = config.metrics;
	if (!rule) return { count: (_req, _res, next) => next(), answer: (_req, _res, next) => next() };
	const register = new Registry();
	const registers = [register];
	collectDefaultMetrics({ register });
	const requests = new Histogram({
		name: "rostrum_request_seconds",
		help: "Time from a request's headers to the end of its answer",
		labelNames: ["method", "route", "status"] as const,
		buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
		registers,
	});
	const refusals = new Counter({
		name: "rostrum_refusals_total",
		help: "Answers that turned somebody away",
		labelNames: ["reason"] as const,
		registers,
	});
	const rendered = new Counter({
		name: "rostrum_shared_pages_rendered_total",
		help: "Pages that all visitors see, each time one was made; the others were sent what was kept",
		registers,
	});
	for (const reason of Object.values(REFUSALS)) refusals.inc({ reason }, 0);
	observe(volume, registers, unattended);

	function note(req: Request, res: Response, seconds: number): void {
		requests.observe({ method: req.method, route: req.access?.path ?? "none", status: res.statusCode }, seconds);
		const reason = REFUSALS[res.statusCode];
		if (reason) refusals.inc({ reason });
		if (isHeldBack(res)) rendered.inc();
	}

	return {
		count: (req, res, next) => {
			const started = performance.now();
			res.on("close", () => note(req, res, (performance.now() - started) / 1000));
			next();
		},
		answer: async (req, res, next) => {
			if (!mayRead(req, rule)) return next();
			try {
				const text = await register.metrics();
				res.set("Cache-Control", "no-store").type(register.contentType).send(text);
			} catch (error) {
				next(error);
			}
		},
	};
}

/** With a token, its holders; without one, programs on this machine, unless a proxy asks for someone else. */
function mayRead(req: Request, rule: NonNullable<Volume["config"]["metrics"]>): boolean {
	if (rule.token) {
		const given = /^Bearer (.+)$/.exec(req.headers.authorization ?? "")?.[1] ?? "";
		return timingSafeEqual(sha256(given), sha256(rule.token));
	}
	const address = req.socket.remoteAddress?.replace(/^::ffff:/, "") ?? "";
	const isForwarded = req.headers["x-forwarded-for"] !== undefined || req.headers.forwarded !== undefined;
	// A proxy that sends no X-Forwarded-For is recognised by the public Host.
	return isLoopback(address) && isLoopback(hostOf(req)) && !isForwarded;
}

const hostOf = ({ headers: { host = "" } }: Request) => host.replace(/:\d+$/, "").toLowerCase();

/** Values read on request. One that cannot be read, as while a folder is away, is left out. */
function observe({ config, disk, services, now }: Volume, registers: Registry[], unattended: Unattended): void {
	type Read = (set: (labels: Record<string, string>, value: number) => void) => void | Promise<void>;
	const labelled = (name: string, help: string, labelNames: string[], read: Read) =>
		new Gauge<string>({
			name,
			help,
			labelNames,
			registers,
			async collect() {
				this.reset();
				const isRead = await unattended.run(`reading ${name}`, () => read((labels, value) => this.set(labels, value)));
				// After a reset, gauges without labels report 0.
				if (!isRead && labelNames.length === 0) this.remove();
			},
		});
	const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
		labelled(name, help, [], async (set) => set({}, await read()));
	const bytes = (file: string) => statSync(join(config.dataDir, file), { throwIfNoEntry: false })?.size ?? 0;
	labelled("rostrum_mails", "Mails of the outbox by state", ["state"], (set) => {
		const { mails } = services.measures();
		for (const state of MAIL_STATES) set({ state }, mails[state] ?? 0);
	});
	gauge("rostrum_mail_wait_seconds", "Age of the oldest mail that waits", () => services.measures().mailWaitSeconds);
	gauge("rostrum_photos", "Photos kept", () => services.measures().photos);
	gauge("rostrum_photos_missing", "Photos and files that entries name and that are gone", () =>
		services.missingPhotos.count(),
	);
	labelled("rostrum_upload_bytes", "Space that photos of people and files of works take", ["space"], (set) => {
		const { uploadBytes } = services.measures();
		for (const space of ["photos", "works"] as const) set({ space }, uploadBytes[space]);
	});
	gauge("rostrum_data_free_bytes", "Free space for the database", () => disk.free(config.dataDir));
	gauge("rostrum_uploads_free_bytes", "Free space for photos", () => disk.free(config.uploadsDir));
	gauge("rostrum_database_bytes", "Size of the database", () => bytes(DATABASE));
	gauge("rostrum_wal_bytes", "Size of the write-ahead log", () => bytes(`${DATABASE}-wal`));
	gauge("rostrum_backup_age_seconds", "Age of the newest backup; NaN where there is none", async () => {
		const { madeAt } = await newestBackup(config);
		return madeAt === undefined ? Number.NaN : Math.max(0, now() - madeAt) / 1000;
	});
}
