/** Baseline: the smallest possible Express server. */
import express from "express";

const app = express();
app.get("/", (_req, res) => {
	res.send("hello");
});
app.listen(Number(process.env.PORT), "127.0.0.1");
