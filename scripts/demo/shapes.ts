/** Distance of a point to a shape's edge in widths of the drawing, negative inside. y grows downwards. */
export type Shape = (x: number, y: number) => number;

/** Exact for circles; otherwise an estimate, off by no more than the ratio of the radii. */
export function ellipse(cx: number, cy: number, rx: number, ry: number): Shape {
	return (x, y) => {
		const dx = (x - cx) / rx;
		const dy = (y - cy) / ry;
		const square = dx * dx + dy * dy;
		const slope = Math.sqrt((dx * dx) / (rx * rx) + (dy * dy) / (ry * ry));
		return slope === 0 ? -Math.min(rx, ry) : (square - Math.sqrt(square)) / slope;
	};
}

/** `rx` and `ry` are half the sides; corners are rounded by `radius`, which is at most the smaller of them. */
export function box(cx: number, cy: number, rx: number, ry: number, radius: number): Shape {
	return (x, y) => {
		const dx = Math.abs(x - cx) - rx + radius;
		const dy = Math.abs(y - cy) - ry + radius;
		if (dx <= 0 || dy <= 0) return Math.max(dx, dy) - radius;
		return Math.sqrt(dx * dx + dy * dy) - radius;
	};
}

/** Stands on its tip at `bottom`, is 0.2 wide at `top` and goes on above it. */
export function triangle(cx: number, bottom: number, top: number): Shape {
	const slope = 0.1 / (bottom - top);
	return (x, y) => (Math.abs(x - cx) - (bottom - y) * slope) / Math.sqrt(1 + slope * slope);
}

/** Everything above a height. */
export function above(height: number): Shape {
	return (_x, y) => y - height;
}

export function union(one: Shape, other: Shape): Shape {
	return (x, y) => Math.min(one(x, y), other(x, y));
}

export function within(one: Shape, other: Shape): Shape {
	return (x, y) => Math.max(one(x, y), other(x, y));
}

export function without(one: Shape, other: Shape): Shape {
	return (x, y) => Math.max(one(x, y), -other(x, y));
}

export function grown(shape: Shape, by: number): Shape {
	return (x, y) => shape(x, y) - by;
}

export function outline(shape: Shape, thickness: number): Shape {
	return (x, y) => Math.abs(shape(x, y)) - thickness;
}
