/** What people and mails call an entry (`talk-24`), beside its title. Lists are searched by it. */
export function Reference({ of: spot }: { of: string }) {
	return <span className="hint reference">{spot}</span>;
}
