const NAMES = ["Li Wei", "王芳", "Ana Souza", "Jonas Weber", "陈思远", "Priya Nair"];
const ORGANISATIONS = ["Hangzhou Dianzi University", "西湖机器人", "Example Labs", "Open Model Commons"];
const TRACKS = ["ai-models-infra", "embodied-ai", "agentic-web", "apps-agents", "ai-next", "assign-me"];
const SENTENCES = [
	"We moved a retrieval service from one large model to four small ones and kept every answer traceable.",
	"本次演讲介绍我们如何在普通笔记本电脑上微调开源模型，并公开全部数据与脚本。",
	"The talk shows what broke in production, what we measured, and which of our beliefs were wrong.",
	"现场演示全部离线运行，听众可以带走完整的复现步骤。",
];

/** Realistic answers to the talk form; each number gives different ones, always the same. */
export function answersOf(number: number): Record<string, string> {
	const of = (list: readonly string[]) => list[number % list.length] ?? "";
	const prose = (sentences: number) =>
		Array.from({ length: sentences }, (_, index) => SENTENCES[(number + index) % SENTENCES.length]).join(" ");
	return {
		consent: "on",
		name: of(NAMES),
		email: `speaker-${number}@mail.example`,
		bio: prose(5),
		org: of(ORGANISATIONS),
		role: "Research engineer",
		github: `https://github.com/speaker-${number}`,
		website: "https://speaker.example/",
		tracks: of(TRACKS),
		language: number % 2 === 0 ? "English" : "Chinese",
		title: `Small models at work, part ${number}`,
		abstract: prose(3),
		details: prose(8),
	};
}

const BOUNDARY = "----rostrum-bench-7d1a0c52";

/** A multipart form with an optional photo. The photo's bytes are not copied. */
export function multipart(fields: Readonly<Record<string, string>>, photo?: Buffer) {
	const part = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
	let head = "";
	for (const [name, value] of Object.entries(fields)) head += `${part(`name="${name}"`)}\r\n${value}\r\n`;
	if (photo) head += `${part('name="file"; filename="portrait.jpg"')}Content-Type: image/jpeg\r\n\r\n`;
	const tail = `${photo ? "\r\n" : ""}--${BOUNDARY}--\r\n`;
	return {
		headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
		body: [Buffer.from(head), ...(photo ? [photo] : []), Buffer.from(tail)],
	};
}
