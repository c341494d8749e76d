import { artists, releases } from "./spotify-catalogue";
import { seededInteger } from "./spotify-ids";

const COLOURS = ["#84371f", "#1f4e5f", "#c9a227", "#3d5a40", "#5b3a63", "#d9c8b4", "#1c1512"];

/** Three different colours, seeded by the id. */
function colours(id: string): string[] {
  const start = seededInteger(`colour ${id}`, 0, COLOURS.length - 1);
  const step = seededInteger(`step ${id}`, 1, COLOURS.length - 1);
  return [0, 1, 2].map((index) => COLOURS[(start + index * step) % COLOURS.length] ?? "#1c1512");
}

function shapes(id: string, [ink = "", accent = ""]: string[]): string {
  const place = (name: string, from: number, to: number) =>
    seededInteger(`${name} ${id}`, from, to);
  const x = place("x", 25, 75);
  const y = place("y", 25, 75);
  const circle = `<circle cx="${x}" cy="${y}" r="${place("r", 14, 34)}" fill="${ink}"/>`;
  const bars = [0, 1, 2, 3].map((index) => {
    const top = 12 + index * 20;
    return `<rect x="${place(`bar ${index}`, 0, 60)}" y="${top}" width="100" height="6" fill="${accent}"/>`;
  });
  const turn = `rotate(${place("turn", 0, 3) * 45} 50 50)`;
  return `<g transform="${turn}">${bars.join("")}</g>${circle}`;
}

/** Draws the cover of a release or the picture of an artist; always the same one for an id. */
export function spotifyImage(url: URL): Response {
  const id = url.pathname.split("/").at(-1) ?? "";
  if (![...artists, ...releases].some((item) => item.id === id))
    return new Response("No such image", { status: 404 });
  const requestedSize = Number(url.searchParams.get("size"));
  const size = requestedSize >= 16 && requestedSize <= 640 ? Math.round(requestedSize) : 640;
  const [paper = "", ...others] = colours(id);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100"><rect width="100" height="100" fill="${paper}"/>${shapes(id, others)}</svg>`;
  return new Response(svg, {
    headers: { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=86400" },
  });
}
