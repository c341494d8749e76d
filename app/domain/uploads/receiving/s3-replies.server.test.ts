import { expect, test } from "vitest";
import {
  completeMultipartXml,
  errorCode,
  isMultipartCompleted,
  listedKeys,
  parseUploadId,
} from "./s3-replies.server";

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;

test("an opened upload answers its id, and nothing else passes for one", () => {
  const reply = (id: string) =>
    xml(`<InitiateMultipartUploadResult><Key>k</Key>${id}</InitiateMultipartUploadResult>`);
  expect(parseUploadId(reply("<UploadId>AB+/=&amp;c</UploadId>"))).toBe("AB+/=&c");
  for (const wrong of [reply("<UploadId/>"), reply(""), xml("<Error><Code>X</Code></Error>"), ""])
    expect(() => parseUploadId(wrong)).toThrow();
});

test("a page of a list answers its keys, and the way to the next page", () => {
  const page = (body: string) => xml(`<ListBucketResult><Name>b</Name>${body}</ListBucketResult>`);
  const contents =
    "<Contents><Key>a b/1</Key><Size>1</Size></Contents><Contents><Key>a&amp;c</Key></Contents>";
  const more = "<IsTruncated>true</IsTruncated>";
  expect(listedKeys(page(`${contents}<IsTruncated>false</IsTruncated>`))).toEqual({
    keys: ["a b/1", "a&c"],
  });
  expect(
    listedKeys(page(`${contents}${more}<NextContinuationToken>t+1</NextContinuationToken>`)),
  ).toEqual({ keys: ["a b/1", "a&c"], next: "t+1" });
  expect(listedKeys(page("<IsTruncated>false</IsTruncated>"))).toEqual({ keys: [] });
  for (const wrong of [
    page(contents),
    page(more),
    page(`<Contents/><IsTruncated>false</IsTruncated>`),
  ])
    expect(() => listedKeys(wrong)).toThrow();
});

test.each([
  [xml("<Error><Code>NoSuchUpload</Code><Message>gone</Message></Error>"), "NoSuchUpload"],
  ["  \n<Error><Code>InternalError</Code></Error>", "InternalError"],
  [xml("<Error><Message>no code</Message></Error>"), undefined],
  [xml("<Error><Code>a secret: s3cr3t</Code></Error>"), undefined],
  [xml("<CompleteMultipartUploadResult/>"), undefined],
  ["<html>Bad gateway</html>", undefined],
  ["", undefined],
])("the code in %j is %s", (text, code) => {
  expect(errorCode(text)).toBe(code);
});

test("only the result of a join is one, also behind the white space that keeps a line open", () => {
  expect(
    isMultipartCompleted(
      `   \n${xml("<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>")}`,
    ),
  ).toBe(true);
  expect(isMultipartCompleted(xml("<Error><Code>InternalError</Code></Error>"))).toBe(false);
  expect(() => isMultipartCompleted("")).toThrow();
});

test("parts are joined in their order, and no etag can become markup", () => {
  const part = (number: number, etag: string) =>
    `<Part><PartNumber>${number}</PartNumber><ETag>&#34;${etag}&#34;</ETag></Part>`;
  const parts = [
    { number: 10, etag: "c" },
    { number: 2, etag: '"b"' },
    { number: 1, etag: "</ETag><x>&" },
  ];
  expect(completeMultipartXml(parts)).toBe(
    `<CompleteMultipartUpload>${part(1, "&#60;/ETag&#62;&#60;x&#62;&#38;")}${part(2, "b")}${part(10, "c")}</CompleteMultipartUpload>`,
  );
});
