/**
 * Passwords that every list of guesses begins with, and the words of this event. Compared without case; a longer
 * password that merely contains one of them is allowed.
 */
const COMMON = new Set(
	`12345678 123456789 1234567890 password password1 password123 passw0rd p@ssw0rd p@ssword qwertyui qwerty123 qwertyuiop
	1q2w3e4r 1qaz2wsx iloveyou sunshine princess football baseball superman trustno1 welcome1 welcome123 letmein1 admin123
	admin1234 administrator abc12345 abcd1234 11111111 00000000 88888888 66666666 12341234 87654321 asdfghjkl zxcvbnm1
	woaini520 woaini1314 5201314520 a1234567 a12345678 a123456789 q1w2e3r4 monkey123 dragon123 starwars computer whatever
	michelle jennifer charlie1 changeme changeme1 default1 hangzhou hangzhou2025 hangzhou1 opensource rostrum1 rostrum2025
	conference speaker1 xiaoming zhongguo china123`.split(/\s+/),
);

export function isCommonPassword(password: string): boolean {
	return COMMON.has(password.toLowerCase());
}
