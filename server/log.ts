import { join } from "node:path";
import { type DestinationStream, type Logger, type LoggerOptions, multistream, pino } from "pino";
import type { Config } from "./config.ts";
import { printable, withoutAddresses } from "./print.ts";

/** The log of the operator's commands, in the data directory: their output goes to the terminal only. */
export const OPERATOR_LOG = "operator.log";

const options = (level: string): LoggerOptions => ({
	level,
	base: undefined,
	timestamp: pino.stdTimeFunctions.isoTime,
});

/**
 * The server's log: JSON lines on standard output. Control characters that JSON leaves as they are would be executed
 * by a terminal.
 */
export function createLog({ logLevel }: Config): Logger {
	return pino(options(logLevel), escaped(pino.destination({ dest: 1, sync: true })));
}

/** Redacts email addresses from every line, library errors included. */
function escaped(stream: DestinationStream): DestinationStream {
	return { write: (line) => stream.write(printable(withoutAddresses(line))) };
}

/** Log of the commands: everything to a file, failures also to the terminal. */
export function createOperatorLog({ dataDir }: Pick<Config, "dataDir">): Logger {
	const file = pino.destination({ dest: join(dataDir, OPERATOR_LOG), mode: 0o600, sync: true });
	const terminal = pino.destination({ dest: 2, sync: true });
	const streams = [
		{ level: "info" as const, stream: escaped(file) },
		{ level: "error" as const, stream: escaped(terminal) },
	];
	return pino(options("info"), multistream(streams));
}
