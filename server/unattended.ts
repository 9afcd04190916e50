import type { Logger } from "pino";

export type Unattended = ReturnType<typeof createUnattended>;

/** Work that no request waits for. What it throws is logged, because it would end the server if nothing caught it. */
export function createUnattended(log: Pick<Logger, "error">) {
	/** @param name what is logged if it fails: `<name> failed` @returns whether it did not */
	async function run(name: string, work: () => unknown): Promise<boolean> {
		try {
			await work();
			return true;
		} catch (err) {
			log.error({ err }, `${name} failed`);
			return false;
		}
	}

	/** Runs it again and again, and does not keep the server from ending. @param first until the first run @returns ends it */
	function every(ms: number, name: string, work: () => unknown, first = ms): () => void {
		const next = () => {
			timer = setTimeout(next, ms).unref();
			void run(name, work);
		};
		let timer = setTimeout(next, first).unref();
		return () => clearTimeout(timer);
	}

	return { run, every };
}
