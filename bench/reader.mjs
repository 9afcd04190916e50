/** Reads and discards a response in its own thread, so that measuring is not disturbed. */
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
