import { expect, test } from "vitest";
import { systemClock } from "~/platform/clock";
import { readRequest } from "./dropbox-client.server";

const readWith = (reply: Response) =>
  readRequest(
    {
      fetcher: async () => reply,
      clock: systemClock,
      testMode: true,
      apiKey: "k",
      clientId: "c",
      templateId: "t",
    },
    "R1",
  );
const createRefusal = (error_name: string, status = 400) =>
  Response.json({ error: { error_msg: "Signer Ada Low is unknown", error_name } }, { status });

test.each([
  ["refused by name", createRefusal("bad_request"), "400 bad_request"],
  ["refused by a name that is none", createRefusal("Ada Low"), "400 refused"],
  ["refused in no words of theirs", new Response("Ada Low", { status: 402 }), "402 payment"],
  ["away", new Response("<b>Ada Low</b>", { status: 503 }), "503 unavailable"],
  ["answering nonsense", Response.json({ ada: "Low" }), "nonsense"],
])("when Dropbox Sign is %s, the log has a code without personal data", async (_, reply, code) => {
  expect(await readWith(reply)).toMatchObject({ ok: false, code });
});

test("staff are told what Dropbox Sign said", async () => {
  expect(await readWith(createRefusal("bad_request"))).toMatchObject({
    message: "400 bad_request: Signer Ada Low is unknown",
  });
});
