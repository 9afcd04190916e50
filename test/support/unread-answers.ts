import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

/**
 * Connections with the small window and segments of a slow network, which Node cannot ask for: on loopback the system
 * would take megabytes of each answer for the reader.
 */
const PROGRAM = `
use Socket qw(:all);
$| = 1;
my ($to, $request) = @ARGV;
my %held;
while (my $line = <STDIN>) {
	my ($what, $word) = split " ", $line;
	if ($what eq "close") { close delete $held{$word}; next }
	socket(my $socket, PF_INET, SOCK_STREAM, 0) or die $!;
	setsockopt($socket, SOL_SOCKET, SO_RCVBUF, pack("l", 4096)) or die $!;
	setsockopt($socket, IPPROTO_TCP, TCP_MAXSEG, pack("l", 1460)) or die $!;
	connect($socket, sockaddr_in($to, inet_aton("127.0.0.1"))) or die $!;
	syswrite $socket, $request =~ s/ADDRESS/$word/gr;
	my ($port) = sockaddr_in(getsockname $socket);
	$held{$port} = $socket;
	print "$port\\n";
}`;

/**
 * Opens connections that send a request and read nothing; they end with the test.
 * @param request as it goes over the wire, with ADDRESS where that of the client stands
 */
export function openUnread(port: number, request: string) {
	const program = spawn("perl", ["-e", PROGRAM, String(port), request], { stdio: ["pipe", "pipe", "inherit"] });
	onTestFinished(() => void program.kill());
	const asked: ((port: number) => void)[] = [];
	createInterface(program.stdout).on("line", (line) => asked.shift()?.(Number(line)));
	return {
		/** @param opened is told the port that the connection comes from */
		open: (address: string, opened: (port: number) => void) => {
			asked.push(opened);
			program.stdin.write(`open ${address}\n`);
		},
		close: (from: number) => void program.stdin.write(`close ${from}\n`),
	};
}
