import * as v from "valibot";
import { expect, test } from "vitest";
import { classify, errorReportSchema } from "./error-report";

const data = {
  message: "Failed to submit music",
  stage: "creating",
  timestamp: "2026-11-21T12:00:00.000Z",
};
const wholeReport = {
  submissionId: "01JD7Z5R8Q0000000000000000",
  errorData: {
    ...data,
    stack: "Error: Failed to submit music\n    at record",
    url: "https://submit.example.com/submit/review?x=1",
    userAgent: "Mozilla/5.0",
    release: "1a2b3c4d",
    metadata: {
      viewport: { width: 390, height: 844 },
      connection: { effectiveType: "3g", online: true },
      performance: { sinceOpened: 1200, heap: null },
    },
  },
};
const parse = (input: unknown) => v.safeParse(errorReportSchema, input);

test("a whole report is kept, its time as a time and its address without the query", () => {
  expect(v.parse(errorReportSchema, wholeReport)).toEqual({
    ...wholeReport,
    errorData: {
      ...wholeReport.errorData,
      timestamp: new Date("2026-11-21T12:00:00.000Z"),
      url: "https://submit.example.com/submit/review",
    },
  });
});

test("message, stage and time are enough", () => {
  expect(v.parse(errorReportSchema, { errorData: data })).toEqual({
    submissionId: null,
    errorData: {
      message: data.message,
      stage: "creating",
      timestamp: new Date(data.timestamp),
      stack: null,
      url: null,
      userAgent: null,
      release: null,
      metadata: {},
    },
  });
});

test.each(["not a build", "Ada-Lovelace"])("markup is no browser, and %j no build", (release) => {
  const postedData = { ...data, userAgent: "<script>alert(1)</script>", release };
  const { errorData } = v.parse(errorReportSchema, { errorData: postedData });
  expect(errorData).toMatchObject({ userAgent: null, release: null, message: data.message });
});

test("null characters are removed, and a message of nothing else is refused", () => {
  const [message, stack] = ["Failed\0 to submit", "Error\0\n    at f"];
  const report = v.parse(errorReportSchema, { errorData: { ...data, message, stack } });
  expect(report.errorData).toMatchObject({ message: "Failed to submit", stack: "Error\n    at f" });
  expect(parse({ errorData: { ...data, message: "\0" } }).success).toBe(false);
});

test("a stage that no page of ours has is another, and is not refused", () => {
  const read = (stage: string) => v.parse(errorReportSchema, { errorData: { ...data, stage } });
  for (const stage of ["Ada Low", "music", "x".repeat(900), "constructor"])
    expect(read(stage).errorData.stage).toBe("other");
  for (const stage of ["custom-artwork", "page"]) expect(read(stage).errorData.stage).toBe(stage);
});

test("only known figures and words of a page are stored, under known names", () => {
  const metadata = {
    viewport: { width: 390, orientation: "Ada Low", Ada: 1 },
    connection: "Ada Low",
    performance: {
      sinceOpened: 7,
      type: "wifi",
      online: false,
      heap: null,
      memory: "ada@low.example",
    },
  };
  const keptMetadata = v.parse(errorReportSchema, { errorData: { ...data, metadata } }).errorData
    .metadata;
  expect(keptMetadata).toEqual({
    viewport: { width: 390 },
    performance: { sinceOpened: 7, type: "wifi", online: false, heap: null },
  });
  const textMetadata = { viewport: "390x844", connection: "4g", performance: "fast, says Ada" };
  const texts = v.parse(errorReportSchema, { errorData: { ...data, metadata: textMetadata } });
  expect(texts.errorData.metadata).toEqual({ viewport: "390x844", connection: "4g" });
});

test.each<[string, unknown]>([
  ["somebody's name", { ...wholeReport, submissionId: "Ada-Lovelace" }],
  ["somebody's number", { ...wholeReport, submissionId: "447700900123" }],
  ["an id with spaces", { ...wholeReport, submissionId: "Ada Low <ada@low.example>" }],
  ["an id that is a number", { ...wholeReport, submissionId: 7 }],
])("%s names no submission", (_, input) => {
  const result = parse(input);
  expect(result.success && result.output.submissionId).toBe(null);
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["a list", []],
  ["no error data", { submissionId: null }],
  ["no message", { errorData: { ...data, message: "" } }],
  ["a message that is an object", { errorData: { ...data, message: {} } }],
  ["no stage", { errorData: { ...data, stage: undefined } }],
  ["no time", { errorData: { ...data, timestamp: undefined } }],
  ["a time that is none", { errorData: { ...data, timestamp: "yesterday" } }],
  ["a time that no calendar has", { errorData: { ...data, timestamp: 1e300 } }],
  ["metadata in depth", { errorData: { ...data, metadata: { viewport: { a: { b: 1 } } } } }],
])("%s is no report", (_, input) => {
  expect(parse(input).success).toBe(false);
});

test.each([
  ["message", 1_000],
  ["stack", 4_096],
] as const)("an endless %s is cut to %i characters", (field, length) => {
  const result = parse({ errorData: { ...wholeReport.errorData, [field]: "x".repeat(20_000) } });
  expect(result.success && result.output.errorData[field]).toHaveLength(length);
});

test("a message that is cut never contains half an address", () => {
  for (let before = 970; before < 1_010; before++) {
    const message = `${"word ".repeat(300).slice(0, before)} mail to ada.low@low.example bounced`;
    const result = parse({ errorData: { ...wholeReport.errorData, message } });
    expect(result.success && result.output.errorData.message).not.toContain("ada");
  }
});

test("whatever is sent, a stored report has at most 8KB, without split characters", () => {
  const long = "\u{1F3B5}".repeat(8_000);
  const figures = Object.fromEntries(Array.from({ length: 99 }, (_, n) => [`f${n}`, long]));
  const result = parse({
    submissionId: "x".repeat(64),
    errorData: {
      ...data,
      message: long,
      stack: long,
      stage: long,
      userAgent: long,
      url: `https://submit.example.com/${"%F0%9F%8E%B5".repeat(2_000)}`,
      metadata: { viewport: figures, connection: figures, performance: long },
    },
  });
  const keptText = JSON.stringify(result.output);
  expect(result.success).toBe(true);
  expect(Buffer.byteLength(keptText)).toBeLessThan(8_192);
  expect(keptText).not.toMatch(/\\ud[89a-f]|\ufffd/i);
});

test.each([
  ["validating", "validation", "MEDIUM"],
  ["preparing", "upload", "MEDIUM"],
  ["tracks", "upload", "HIGH"],
  ["artwork", "upload", "HIGH"],
  ["custom-artwork", "upload", "HIGH"],
  ["creating", "record", "CRITICAL"],
  ["created", "record", "LOW"],
  ["clips", "background", "LOW"],
  ["complete", "other", "LOW"],
  ["hydration", "page", "LOW"],
  ["anything else", "other", "MEDIUM"],
  ["constructor", "other", "MEDIUM"],
])("a failure while %s counts as %s, %s", (stage, category, severity) => {
  expect(classify(stage)).toEqual({ category, severity });
});
