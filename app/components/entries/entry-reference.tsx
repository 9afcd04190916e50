/** What people and mails call an entry (`talk-24`), beside its title; with its call where there are several. Lists are searched by it. */
export function Reference({ of: spot, call }: { of: string; call?: string | undefined }) {
	return (
		<>
			<span className="hint reference">{spot}</span>
			{call && <span className="hint"> {call}</span>}
		</>
	);
}
