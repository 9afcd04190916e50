import { registryOf } from "../../app/programmes/registry.ts";
import { templates } from "../../app/programmes/templates.ts";

/** The programmes of a new installation. */
export const { all: programmes, programmeOf, fieldsOfKind } = registryOf(templates);
