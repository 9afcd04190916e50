/** The measure every machine is compared by: the smallest Express server there is. */
import express from "express";

const app = express();
app.get("/", (_req, res) => {
	res.send("hello");
});
app.listen(Number(process.env.PORT), "127.0.0.1");
