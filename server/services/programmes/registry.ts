import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { defineProgramme, type Programme } from "../../../app/programmes/define.ts";
import { pathsOf } from "../../../app/programmes/forms.ts";
import { type Registry, registryOf } from "../../../app/programmes/registry.ts";
import type { Database, Orm } from "../../../db/client.ts";
import { programmes, programmeVersions } from "../../../db/schema.ts";
import { ofCurrentEvent } from "./current-programmes.ts";

/**
 * The programmes, from memory. After a write of any process only their versions are read again, and a definition is
 * read once: versions never change, and one whose number was used before has another time. The same registry is
 * returned until a programme changes.
 */
export function createRegistry(db: Pick<Database, "orm" | "rememberingSetup">): () => Registry {
	const listed = versionsIn(db.orm);
	const definition = definitionIn(db.orm);
	const addresses = addressesIn(db.orm);
	let present: { key: string; registry: Registry; programmes: Map<string, Programme> } | undefined;

	function read(category: string, version: number | null): Programme | undefined {
		const found = definition.get({ category, version });
		return found && defineProgramme(found.definition);
	}

	return db.rememberingSetup(() => {
		const versions = listed.all();
		const key = JSON.stringify(versions);
		if (present?.key === key) return present.registry;
		const known = new Map<string, Programme>();
		const [all, archived]: [Programme[], Programme[]] = [[], []];
		for (const { category, version, at, archived: isArchived } of versions) {
			const name = `${version} ${at} ${category}`;
			const programme = present?.programmes.get(name) ?? read(category, version);
			if (!programme) continue;
			known.set(name, programme);
			(isArchived ? archived : all).push(programme);
		}
		const former = new Map(
			addresses
				.all()
				.flatMap(({ category, path, variants }) =>
					pathsOf({ path, variants: JSON.parse(variants ?? "[]") }).map((one) => [one, category] as const),
				),
		);
		present = { key, registry: registryOf(all, archived, former), programmes: known };
		return present.registry;
	});
}

const versionsIn = (orm: Orm) =>
	orm
		.select({
			category: programmes.category,
			version: programmes.version,
			at: programmeVersions.at,
			archived: sql<boolean>`${programmes.archived} or not ${ofCurrentEvent}`.mapWith(Boolean),
		})
		.from(programmes)
		.leftJoin(
			programmeVersions,
			and(eq(programmeVersions.category, programmes.category), eq(programmeVersions.version, programmes.version)),
		)
		.where(isNotNull(programmes.version))
		.orderBy(asc(programmes.position), asc(programmes.category))
		.prepare();

/** What of each version says which addresses its form has, the latest last. */
const addressesIn = (orm: Orm) => {
	const { category, version, definition } = programmeVersions;
	const path = sql<string>`${definition} ->> '$.path'`;
	const variants = sql<string | null>`${definition} -> '$.variants'`;
	return orm.select({ category, path, variants }).from(programmeVersions).orderBy(asc(version)).prepare();
};

const definitionIn = (orm: Orm) =>
	orm
		.select({ definition: programmeVersions.definition })
		.from(programmeVersions)
		.where(
			and(
				eq(programmeVersions.category, sql.placeholder("category")),
				eq(programmeVersions.version, sql.placeholder("version")),
			),
		)
		.prepare();
