import { afterEach, expect, test, vi } from "vitest";
import { readFormParts } from "./form-parts.server";

const LIMITS = { bytes: 10_000_000, fieldBytes: 1000 };
const TYPE = "multipart/form-data; boundary=xyz";

function post(body: BodyInit, type = TYPE): Request {
  return new Request("https://submit.example.com/", {
    method: "POST",
    headers: { "Content-Type": type },
    body,
  });
}

/** Everything in a form, files as their names and their bytes as text. */
async function read(request: Request, limits = LIMITS): Promise<unknown[]> {
  const parts: unknown[] = [];
  for await (const part of readFormParts(request, limits)) {
    if (part.kind === "field") parts.push([part.name, part.value]);
    else {
      let text = "";
      for (let next = await part.chunks.next(); !next.done; next = await part.chunks.next())
        text += new TextDecoder().decode(next.value);
      parts.push([part.name, part.fileName, part.contentType, text]);
    }
  }
  return parts;
}

function part(disposition: string, body: string, more = ""): string {
  return `--xyz\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${body}\r\n`;
}

test("fields and files come in the order in which they were sent", async () => {
  const form = new FormData();
  form.append("title", "Näight\r\nFerry");
  form.append("audio", new File(["RIFF"], "take.wav", { type: "audio/wav" }));
  form.append("after", "yes");
  const request = new Request("https://submit.example.com/", { method: "POST", body: form });
  expect(await read(request)).toEqual([
    ["title", "Näight\r\nFerry"],
    ["audio", "take.wav", "audio/wav", "RIFF"],
    ["after", "yes"],
  ]);
});

test.each(["a;b=c.wav", "a%22b%22.wav", "Ünïcode 音.wav"])(
  "a file may be called %s",
  async (name) => {
    const body = `${part(`name="audio"; filename="${name}"`, "RIFF", "Content-Type: audio/wav\r\n")}--xyz--\r\n`;
    expect(await read(post(body))).toEqual([
      ["audio", name.replaceAll("%22", '"'), "audio/wav", "RIFF"],
    ]);
  },
);

test("a file that nobody reads is passed over, and what follows is still found", async () => {
  const body = `${part('name="a"; filename="a.wav"', "x".repeat(5000))}${part('name="b"', "2")}--xyz--`;
  const names: string[] = [];
  for await (const formPart of readFormParts(post(body), LIMITS)) names.push(formPart.name);
  expect(names).toEqual(["a", "b"]);
});

test("a file that is read on after its end takes nothing from what follows", async () => {
  const body = `${part('name="a"; filename="a.wav"', "RIFF")}${part('name="b"', "2")}--xyz--`;
  const names: string[] = [];
  for await (const formPart of readFormParts(post(body), LIMITS)) {
    names.push(formPart.name);
    if (formPart.kind === "file")
      for (let attempt = 0; attempt < 5; attempt++) await formPart.chunks.next();
  }
  expect(names).toEqual(["a", "b"]);
});

/** The form in chunks, which end at these places. */
function inChunks(bytes: Uint8Array, ends: readonly number[]): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      [...ends, bytes.length].reduce((from, to) => {
        controller.enqueue(bytes.slice(from, to));
        return to;
      }, 0);
      controller.close();
    },
  });
  const headers = { "Content-Type": TYPE };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  return new Request("https://submit.example.com/", init);
}

test.each(["", "\r\n"])("a form reads the same wherever it is cut: %j", async (end) => {
  const bytes = new TextEncoder().encode(
    `${part('name="a"; filename="a.wav"', "\r\n--xy\r\n-")}${part('name="b"', "2--")}` +
      `${part('name="c"; filename=""', "")}${part('name="d"', "")}--xyz--${end}`,
  );
  const whole = [
    ["a", "a.wav", "application/octet-stream", "\r\n--xy\r\n-"],
    ["b", "2--"],
    ["c", "", "application/octet-stream", ""],
    ["d", ""],
  ];
  const places = Array.from(bytes.keys()).slice(1);
  for (const place of places) expect(await read(inChunks(bytes, [place]))).toEqual(whole);
  for (let size = 1; size < 64; size++) {
    const ends = places.filter((place) => place % size === 0);
    expect(await read(inChunks(bytes, ends))).toEqual(whole);
  }
});

test("a form cut off anywhere before its last line is broken", async () => {
  const whole = new TextEncoder().encode(
    `${part('name="a"', "1")}${part('name="b"; filename="b.wav"', "RIFF")}--xyz--`,
  );
  for (let length = 0; length < whole.length; length++)
    await expect(read(post(whole.slice(0, length)))).rejects.toThrow("broken");
  await expect(read(post(whole))).resolves.toHaveLength(2);
});

test("as many fields as twenty full tracks have are read, and endless ones are not", async () => {
  const form = (fields: number) =>
    post(
      `${Array.from({ length: fields }, (_, at) => part(`name="f${at}"`, "x")).join("")}--xyz--`,
    );
  expect(await read(form(17_000))).toHaveLength(17_000);
  await expect(read(form(20_001))).rejects.toThrow("ReachedLimit");
});

test.each([
  ["cut off in the middle", post(part('name="a"', "1"))],
  ["without a boundary in its type", post("--xyz--", "multipart/form-data")],
  ["of another boundary", post("--abc\r\n\r\n--abc--")],
  ["with a malformed name", post(`${part("name=\"a\"; filename*=UTF-8''%ZZ", "1")}--xyz--`)],
  ["with a part that has no name", post("--xyz\r\nX-Y: z\r\n\r\n1\r\n--xyz--")],
  ["with a field over the limit", post(`${part('name="a"', "x".repeat(2000))}--xyz--`)],
])("a form %s is broken, not half read", async (_, request) => {
  await expect(read(request)).rejects.toThrow("broken");
});

test("a form is read no further than it may be long, and what is behind is left unread", async () => {
  let byteCount = 0;
  const head = new TextEncoder().encode(
    '--xyz\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n',
  );
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = byteCount === 0 ? head : new Uint8Array(100_000);
      byteCount += chunk.length;
      controller.enqueue(chunk);
    },
  });
  const request = new Request("https://submit.example.com/", {
    method: "POST",
    headers: { "Content-Type": TYPE },
    body,
    duplex: "half",
  } as RequestInit);
  await expect(read(request, { bytes: 1_000_000, fieldBytes: 1000 })).rejects.toThrow("TooLarge");
  expect(byteCount).toBeLessThan(1_500_000);
  expect(request.body?.locked).toBe(false);
});

test.each([
  ["before its first line", ""],
  ["in the head of a part", '--xyz\r\nContent-Disposition: form-data; name="a"\r\nX-More: '],
  ["behind its end", `${part('name="a"', "1")}--xyz--\r\n`],
])("what goes on without end %s is read no further than a field may be long", async (_, start) => {
  let byteCount = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const isStart = byteCount === 0 && start !== "";
        const chunk = isStart ? new TextEncoder().encode(start) : new Uint8Array(10_000).fill(97);
        byteCount += chunk.length;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", headers: { "Content-Type": TYPE }, body, duplex: "half" };
  const request = new Request("https://submit.example.com/", init as RequestInit);
  const limits = { bytes: 5_000_000, fieldBytes: 100_000 };
  await expect(read(request, limits)).rejects.toThrow("The posted form is broken");
  expect(byteCount).toBeLessThan(250_000);
  expect(request.body?.locked).toBe(false);
});

afterEach(() => void vi.useRealTimers());

const FILE_HEAD = part('name="a"; filename="a.wav"', "").slice(0, -2);

/** A form of which this comes, and then a drop every so often, or nothing. */
function stalledForm(formText: string, dropEveryMs?: number): Request {
  const bytes = new TextEncoder().encode(formText);
  let at = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = at < bytes.length ? bytes.subarray(at, at + 32_768) : undefined;
        at += next?.length ?? 0;
        if (!next) await new Promise((resolve) => dropEveryMs && setTimeout(resolve, dropEveryMs));
        controller.enqueue(next ?? new TextEncoder().encode("x"));
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { "Content-Type": TYPE };
  const init = { method: "POST", headers, body, duplex: "half" } as RequestInit;
  return new Request("https://submit.example.com/", init);
}

/** What becomes of a form, and after how many seconds. */
async function fate(request: Request): Promise<[unknown, number]> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  const start = Date.now();
  const limits = { bytes: 10_000_000, fieldBytes: 1_000_000 };
  const reading = read(request, limits).catch((error: Error) => error.message);
  let end: [unknown, number] | undefined;
  reading.then((outcome) => {
    end = [outcome, (Date.now() - start) / 1_000];
  });
  while (!end) await vi.advanceTimersByTimeAsync(100);
  return end;
}
const CUT = "The posted form is broken: Cut";
const MEGABYTES = "x".repeat(1_200_000);

test.each<[string, string]>([
  ["before its first line", ""],
  ["within a part's head", "--xyz\r\nContent-Disposition: form-"],
  ["within a field", `${part('name="a"', "1").slice(0, -2)}`],
  ["between fields", part('name="a"', "1")],
  ["at the beginning of a file", FILE_HEAD],
  ["within a file of which little has come", `${FILE_HEAD}${"x".repeat(900_000)}`],
  ["behind a whole file", `${FILE_HEAD}${MEGABYTES}\r\n--xyz\r\nContent-`],
  ["before the last two dashes", `${part('name="a"', "1")}--xyz`],
])(
  "a form that falls silent %s is given up in 10 s, and so is one that drips",
  async (_, formText) => {
    for (const every of [undefined, 1_000, 7_000]) {
      const [outcome, seconds] = await fate(stalledForm(formText, every));
      expect(outcome).toBe(CUT);
      expect(seconds).toBeLessThan(10);
    }
  },
);

test("a phone that drives through a tunnel within a large file is waited for, but not for ever", async () => {
  for (const every of [undefined, 1_000]) {
    const [outcome, seconds] = await fate(stalledForm(`${FILE_HEAD}${MEGABYTES}`, every));
    expect(outcome).toBe(CUT);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThan(62);
  }
});

test("announced bytes behind the end of a form are not waited for", async () => {
  for (const every of [undefined, 200]) {
    const [outcome, seconds] = await fate(
      stalledForm(`${part('name="a"', "1")}--xyz--\r\n`, every),
    );
    expect(outcome).toEqual([["a", "1"]]);
    expect(seconds).toBeLessThan(3);
  }
});
