/** The offset that a PDF names at its end. */
const NAMED = /startxref\n(\d+)\n/;

/** A PDF of one empty page, as programs write it. @param remark inside it, which makes it a file of its own */
export function pdfOf(remark = "A work of art"): Buffer {
	const objects = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>",
	];
	let text = `%PDF-1.7\n%${remark}\n`;
	const places = objects.map((object, index) => {
		const place = String(text.length).padStart(10, "0");
		text += `${index + 1} 0 obj\n${object}\nendobj\n`;
		return `${place} 00000 n \n`;
	});
	const table = `xref\n0 4\n0000000000 65535 f \n${places.join("")}trailer\n<< /Size 4 /Root 1 0 R >>\n`;
	return Buffer.from(`${text}${table}startxref\n${text.length}\n%%EOF\n`, "latin1");
}

/** The same with a stream in place of the table, as PDF 1.5 has it. */
export function pdfWithStream(): Buffer {
	const [before = ""] = pdfOf().toString("latin1").split("xref\n0 4");
	const stream =
		"4 0 obj\n<< /Type /XRef /Size 5 /W [1 2 1] /Root 1 0 R /Length 5 >>\nstream\n\0\0\0\0\0\nendstream\nendobj\n";
	return Buffer.from(`${before}${stream}startxref\n${before.length}\n%%EOF`, "latin1");
}

/** A PDF that names another place for its table. */
export function pdfNaming(offsetBy: number): Buffer {
	const moved = (_: string, place: string) => `startxref\n${Number(place) + offsetBy}\n`;
	return Buffer.from(pdfOf().toString("latin1").replace(NAMED, moved), "latin1");
}

/** A PDF of many objects, whose table is longer than what a program would read to look for its end. */
export function pdfWithLongTable(): Buffer {
	const more = `${"0000000009 00000 n \n".repeat(10_000)}trailer`;
	return Buffer.from(pdfOf().toString("latin1").replace("trailer", more).replace("0 4\n", "0 10004\n"), "latin1");
}

/** The first and last lines of a PDF around anything. @param table at the place that the last lines name */
export function frameOf(table: string): Buffer {
	const content = `%PDF-1.7\n${"anything at all ".repeat(10_000)}\n`;
	return Buffer.from(`${content}${table}\nstartxref\n${content.length}\n%%EOF\n`, "latin1");
}
