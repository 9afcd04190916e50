/** Reads one answer and forgets it, in a thread of its own: whoever measures others' waits must not wait for it. */
import { get } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { port, path, headers } = workerData;
get({ host: "127.0.0.1", port, path, headers }, (res) => {
	let size = 0;
	res.on("data", (chunk) => {
		size += chunk.length;
	});
	res.on("end", () => parentPort?.postMessage({ status: res.statusCode, size }));
});
