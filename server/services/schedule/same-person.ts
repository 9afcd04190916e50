/** What an entry says of the person behind it. */
export interface Person {
	name: string;
	/** Folded; "" where none is known. */
	email: string;
	userId: number | null;
}

/** Whether two entries are by one person: one email address, or one name in one account (or in none). */
export function samePerson(one: Person, other: Person): boolean {
	return (one.email !== "" && one.email === other.email) || (one.userId === other.userId && one.name === other.name);
}
