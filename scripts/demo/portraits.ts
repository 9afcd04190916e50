import sharp from "sharp";
import { sha256 } from "../../server/secrets.ts";
import { above, box, ellipse, grown, outline, type Shape, triangle, union, within, without } from "./shapes.ts";

/** Features that distinguish portraits at 32 px. */
export interface Look {
	hair: "short" | "parted" | "bob" | "long" | "bun" | "curly" | "bald";
	glasses?: true;
}

const SIZE = 400;
/** Crop, so that heads fill small circles. */
const SHOWN = 0.86;

type Rgb = readonly [red: number, green: number, blue: number];

interface Layer {
	shape: Shape;
	top: Rgb;
	bottom: Rgb;
	/** Width of the edge, in widths of the drawing; wide ones are shadows and light. */
	edge: number;
	opacity: number;
}

/** Seven palettes: sky top and bottom, face, hair, clothes, collar. */
const PALETTES = [
	["#fbe6d6", "#e7a78c", "#fff1e4", "#54304a", "#2f5d72", "#f4c9a8"],
	["#dcecf6", "#7fa9cb", "#fdf0e2", "#22354f", "#e0785a", "#fbd9c4"],
	["#e7efd9", "#8fb58c", "#fdf3e0", "#3b3a2f", "#c8653f", "#f3e2b8"],
	["#ebe2f5", "#a48fca", "#fff0ea", "#3a2656", "#3f8f8a", "#d8ece6"],
	["#f9ecc9", "#dcae5c", "#fff4e1", "#4a2f22", "#3d5a8c", "#dfe6f3"],
	["#d5eeea", "#62aaa2", "#fdf1e3", "#1f3d47", "#d9617a", "#fadadd"],
	["#f6dfe8", "#c888a8", "#fff1e8", "#43223b", "#5a6fb0", "#e3e4f4"],
] as const;

/** A portrait as a JPEG, deterministic by seed and look. */
export async function portrait(seed: string, look: Look): Promise<Buffer> {
	return sharp(draw(seed, look), { raw: { width: SIZE, height: SIZE, channels: 3 } })
		.jpeg({ quality: 88 })
		.toBuffer();
}

function draw(seed: string, look: Look): Buffer {
	const digits = sha256(seed);
	let next = 0;
	/** One number of the seed after the other, from 0 to 1. */
	const chance = () => (digits[next++ % digits.length] ?? 0) / 255;
	// Floats, because rounding pale layers causes banding.
	const canvas = new Float32Array(SIZE * SIZE * 3);
	for (const layer of layersOf(look, chance)) paint(canvas, layer);
	return Buffer.from(canvas);
}

function paint(canvas: Float32Array, { shape, top, bottom, edge, opacity }: Layer): void {
	for (let row = 0; row < SIZE; row += 1) {
		const y = drawn(row);
		const [red, green, blue] = mixed(top, bottom, y);
		let column = 0;
		while (column < SIZE) {
			const distance = shape(drawn(column), y);
			const cover = Math.min(1, Math.max(0, 0.5 - distance / edge)) * opacity;
			// Nothing changes before the edge comes. Half the distance, since those to ellipses are estimates.
			const same = Math.floor(((Math.abs(distance) - edge / 2) * SIZE) / 2);
			const end = Math.min(SIZE, column + Math.max(1, same));
			if (cover === 0) column = end;
			for (; column < end; column += 1) {
				const at = (row * SIZE + column) * 3;
				canvas[at] = mix(canvas[at], red, cover);
				canvas[at + 1] = mix(canvas[at + 1], green, cover);
				canvas[at + 2] = mix(canvas[at + 2], blue, cover);
			}
		}
	}
}

/** Where the middle of a pixel lies in the drawing. */
function drawn(pixel: number): number {
	return 0.5 + ((pixel + 0.5) / SIZE - 0.5) * SHOWN;
}

/** Back to front. */
function layersOf(look: Look, chance: () => number): Layer[] {
	const palette = PALETTES[Math.floor(chance() * (PALETTES.length - 0.001))] ?? PALETTES[0];
	const [light, deep, face, hair, clothes, collar] = palette.map(rgb) as [Rgb, Rgb, Rgb, Rgb, Rgb, Rgb];
	const white: Rgb = [255, 255, 255];
	const sunX = 0.15 + chance() * 0.7;
	const hillX = chance();
	const width = 0.148 + chance() * 0.016;
	const height = 0.186 + chance() * 0.014;
	const centre = 0.415;
	const head = ellipse(0.5, centre, width, height);
	const shoulders = ellipse(0.5, 1.06, 0.35 + chance() * 0.05, 0.36 + chance() * 0.04);
	const neckline = chance() < 0.5 ? ellipse(0.5, 0.7, 0.105, 0.085) : triangle(0.5, 0.86, 0.62);
	const { behind, front } = hairOf(look.hair, { width, height, centre, side: chance() < 0.5 ? -1 : 1 });
	const neck = box(0.5, 0.62, 0.058, 0.12, 0.05);
	const plain = { edge: 1.6 / SIZE, opacity: 1 };
	const layers: Layer[] = [
		{ ...plain, shape: () => -1, top: light, bottom: deep },
		{ shape: ellipse(sunX, 0.24, 0.2, 0.2), top: white, bottom: light, edge: 0.36, opacity: 0.75 },
		{ shape: ellipse(hillX, 1.05, 0.75, 0.42), top: deep, bottom: mixed(deep, hair, 0.35), edge: 0.5, opacity: 0.55 },
		{ shape: ellipse(0.5, 0.72, 0.34, 0.34), top: hair, bottom: hair, edge: 0.5, opacity: 0.16 },
	];
	const add = (shape: Shape | undefined, top: Rgb, bottom = top, options: Partial<Layer> = {}) => {
		if (shape) layers.push({ ...plain, ...options, shape, top, bottom });
	};
	add(behind, mixed(hair, deep, 0.1), mixed(hair, deep, 0.32));
	add(shoulders, mixed(clothes, white, 0.12), mixed(clothes, hair, 0.3));
	add(within(shoulders, grown(neckline, 0.02)), collar);
	add(union(neck, within(shoulders, neckline)), mixed(face, deep, 0.16), mixed(face, deep, 0.24));
	// Shadow of the chin on the neck.
	add(within(neck, ellipse(0.5, 0.575, 0.11, 0.07)), hair, hair, { edge: 0.09, opacity: 0.3 });
	const ears = union(ellipse(0.5 - width, 0.43, 0.026, 0.04), ellipse(0.5 + width, 0.43, 0.026, 0.04));
	if (look.hair !== "bob" && look.hair !== "long") add(ears, mixed(face, deep, 0.3));
	add(head, face, mixed(face, deep, 0.1));
	const cheek = within(head, without(head, ellipse(0.5 + (sunX < 0.5 ? -0.05 : 0.05), centre, width, height + 0.03)));
	add(cheek, deep, deep, { edge: 0.05, opacity: 0.3 });
	add(front, mixed(hair, white, 0.1), mixed(hair, deep, 0.1));
	if (look.glasses) {
		const ring = (x: number) => outline(box(x, 0.435, 0.054, 0.044, 0.036), 0.0075);
		const bridge = box(0.5, 0.428, 0.014, 0.006, 0.004);
		add(union(union(ring(0.5 - 0.067), ring(0.5 + 0.067)), bridge), mixed(hair, clothes, 0.25));
	}
	return layers;
}

interface Head {
	width: number;
	height: number;
	centre: number;
	side: -1 | 1;
}

function hairOf(style: Look["hair"], { width, height, centre, side }: Head): { behind?: Shape; front?: Shape } {
	const crown = centre - height;
	const cap = ellipse(0.5, centre - 0.025, width + 0.024, height + 0.024);
	const brow = ellipse(0.5 + side * 0.012, centre + 0.07, width + 0.006, height - 0.022);
	const fringe = ellipse(0.5 + side * 0.05, centre + 0.08, width + 0.05, height - 0.012);
	const aboveEars = within(cap, above(centre + 0.01));
	switch (style) {
		case "bald":
			return {};
		case "short":
			return { front: without(aboveEars, brow) };
		case "parted":
			return { front: without(aboveEars, fringe) };
		case "bob":
			return {
				behind: box(0.5, centre + 0.035, width + 0.062, height + 0.035, 0.16),
				front: without(within(ellipse(0.5, centre - 0.01, width + 0.04, height + 0.04), above(centre + 0.08)), fringe),
			};
		case "long":
			return {
				behind: box(0.5, centre + 0.14, width + 0.058, height + 0.15, 0.17),
				front: without(within(cap, above(centre + 0.08)), fringe),
			};
		case "bun":
			return {
				behind: ellipse(0.5 + side * 0.03, crown - 0.035, 0.078, 0.07),
				front: without(within(cap, above(centre + 0.03)), brow),
			};
		case "curly": {
			const curls = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((curl) => {
				const turn = Math.PI * (0.94 + (curl / 8) * 1.12);
				const [x, y] = [0.5 + Math.cos(turn) * (width + 0.005), centre - 0.04 + Math.sin(turn) * (height - 0.005)];
				return ellipse(x, y, 0.062, 0.062);
			});
			const mass = curls.reduce<Shape>(union, within(cap, above(centre - 0.02)));
			return { behind: mass, front: without(mass, ellipse(0.5, centre + 0.065, width - 0.008, height - 0.03)) };
		}
	}
}

function rgb(hex: string): Rgb {
	const value = Number.parseInt(hex.slice(1), 16);
	return [value >> 16, (value >> 8) & 255, value & 255];
}

function mixed(one: Rgb, other: Rgb, share: number): Rgb {
	return [mix(one[0], other[0], share), mix(one[1], other[1], share), mix(one[2], other[2], share)];
}

function mix(one = 0, other: number, share: number): number {
	return one + (other - one) * share;
}
