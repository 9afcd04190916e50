/** What people of the team may do, each by a noun. The access table and services name these and never a role. */
export const CAPABILITIES = [
	/** Read every entry, list and draft of the schedule in the console. */
	"entries.read",
	/** Set status, track and panel; edit entries; decide about late forms; keep notes. */
	"entries.manage",
	/** Take lists away as files. */
	"entries.export",
	/** Read the outbox; send, cancel and retry mails. */
	"mails.manage",
	/** Lay the grid, place talks, release versions. */
	"schedule.manage",
	/** Open and close calls, change tracks. */
	"programmes.manage",
	/** Invite people to the team, change their roles, remove them. */
	"team.manage",
	/** Read the entries that are theirs to review, without what is not for reviewers, and mark them. */
	"reviews.write",
	/** Set the rules of reviews. */
	"reviews.manage",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** An administrator runs the installation and is an organiser, too. The role with the fewest rights comes last. */
export const ROLE_CAPABILITIES = {
	administrator: CAPABILITIES,
	organiser: CAPABILITIES.filter((capability) => capability !== "team.manage"),
	reviewer: ["reviews.write"],
} as const satisfies Record<string, readonly Capability[]>;

export type Role = keyof typeof ROLE_CAPABILITIES;

export const ROLES = Object.keys(ROLE_CAPABILITIES) as [Role, ...Role[]];

/** The role that an account has by itself. All others are given by a membership. */
export const ACCOUNT_ROLE = "administrator" satisfies Role;

export type MemberRole = Exclude<Role, typeof ACCOUNT_ROLE>;

export const MEMBER_ROLES = ROLES.filter((role) => role !== ACCOUNT_ROLE) as [MemberRole, ...MemberRole[]];

/** What an invitation gives unless another role is chosen. */
export const OFFERED_ROLE: Role = MEMBER_ROLES[MEMBER_ROLES.length - 1] ?? MEMBER_ROLES[0];

/** What REST clients are told of a role (specification section 3). */
export function permissionOf(role: Role | undefined): "admin" | "user" {
	return can(role, "entries.read") ? "admin" : "user";
}

/** Where people of a role begin. */
export function startOf(role: Role | undefined): string {
	if (can(role, "entries.read")) return "/admin";
	return can(role, "reviews.write") ? "/review" : "/dashboard";
}

/** Whether a role reviews and does nothing else: such a member may be for some tracks and calls only. */
export function onlyReviews(role: Role | undefined): boolean {
	return can(role, "reviews.write") && !can(role, "entries.read");
}

/**
 * Whether a role has a capability.
 * @param role undefined: not on the team
 */
export function can(role: Role | undefined, capability: Capability): boolean {
	return role !== undefined && (ROLE_CAPABILITIES[role] as readonly Capability[]).includes(capability);
}
