import type Sqlite from "better-sqlite3";

export interface Memory {
	/** Changes with every write of any process. Caches compare it. */
	version(): string;
	/** To be called after each transaction of this process. */
	forgetVersion(): void;
	/**
	 * Memoises a reading per key until the version changes. Inside a transaction nothing is cached, because it may roll
	 * back. Callers share the result and must not modify it.
	 */
	remembering<Key extends [string?], Value>(read: (...key: Key) => Value): (...key: Key) => Value;
	/**
	 * Like `remembering`, until one of the tables changes that `derived/setup.sql` counts; `read` reads no others. A
	 * transaction uses what is cached as long as it has changed none of them.
	 */
	rememberingSetup<Key extends [string?], Value>(read: (...key: Key) => Value): (...key: Key) => Value;
}

const MOST_REMEMBERED = 200;

/** Caches of what was read of a database with one connection in this process. */
export function createMemory(sqlite: Sqlite.Database): Memory {
	// Separate statements, because `pluck` changes them.
	const ownChanges = sqlite.prepare<[], number>("select total_changes()").pluck();
	const othersChanges = sqlite.prepare<[], number>("pragma data_version").pluck();
	let asked: string | undefined;
	const forgetVersion = () => {
		asked = undefined;
	};

	/** Asked once for each turn of the event loop and after each transaction: a page relies on it dozens of times. */
	function version(): string {
		if (asked !== undefined) return asked;
		asked = `${ownChanges.get()} ${othersChanges.get()}`;
		setImmediate(forgetVersion);
		return asked;
	}

	let changes: Sqlite.Statement<[], number> | undefined;
	/** Of the set-up. Older databases, which migrations are tried on, cannot tell it; without its row, any change counts. */
	const countSetup = () => {
		changes ??= sqlite.prepare<[], number>("select n from setup_changes").pluck();
		return `${changes.get() ?? version()}`;
	};
	const counted = { setup: "", at: "" };

	function setupVersion(): string {
		if (sqlite.inTransaction) return countSetup();
		const at = version();
		if (counted.at !== at) Object.assign(counted, { setup: countSetup(), at });
		return counted.setup;
	}

	function memoised<Key extends [string?], Value>(versionOf: () => string, read: (...key: Key) => Value) {
		const known = new Map<string | undefined, Value>();
		let knownAt = "";
		return (...key: Key): Value => {
			// The version is read first: a concurrent change causes one extra read but is never missed.
			const present = versionOf();
			if (present === knownAt && known.has(key[0])) return known.get(key[0]) as Value;
			const value = read(...key);
			if (sqlite.inTransaction) return value;
			if (present !== knownAt || known.size >= MOST_REMEMBERED) known.clear();
			knownAt = present;
			known.set(key[0], value);
			return value;
		};
	}

	return {
		version,
		forgetVersion,
		remembering: (read) => {
			const remembered = memoised(version, read);
			return (...key) => (sqlite.inTransaction ? read(...key) : remembered(...key));
		},
		rememberingSetup: (read) => memoised(setupVersion, read),
	};
}
