import * as v from "valibot";
import { createDropboxTables, resolveRequest, spendToken } from "./dropbox-sign";
import { postInput } from "./post-input";

const page = (body: string) =>
  new Response(
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Dropbox Sign (sandbox)</title></head><body>${body}<script src="/sandbox/dropbox-sign/sign.js"></script></body></html>`,
    { headers: { "Content-Type": "text/html; charset=utf-8" } },
  );

/** Posts the messages of Dropbox Sign's own script to the page around it. */
const SCRIPT = `const { done, signature } = document.body.firstElementChild.dataset;
const tell = (type, payload) => parent.postMessage({ type: "hellosign:" + type, payload }, "*");
tell("initialize", {});
if (done === "signed") { tell("userSignRequest", { signatureId: signature }); tell("userFinishRequest"); }
if (done === "declined") tell("userDeclineRequest", { signatureId: signature, reason: "" });
`;

const decisionSchema = v.strictObject({
  signatureId: v.string(),
  status: v.picklist(["signed", "declined", "expired"]),
});

/** The page to sign on, which its address opens once. */
async function showPage(url: URL, db: D1Database): Promise<Response> {
  const signature = await spendToken(db, url.searchParams.get("token") ?? "");
  if (signature === undefined)
    return page("<main data-done='spent'><h1>This link was opened before</h1></main>");
  return page(`<main data-signature="${signature}">
<h1>Dropbox Sign (sandbox)</h1><p>This stands in for Dropbox Sign on your own machine.</p>
<form method="post"><input type="hidden" name="signature" value="${signature}">
<button type="submit" name="status" value="signed">Sign</button> <button type="submit" name="status" value="declined">Decline</button></form></main>`);
}

async function signPage(request: Request, db: D1Database): Promise<Response> {
  const form = await request.formData();
  const decision = v.parse(decisionSchema, {
    signatureId: String(form.get("signature")).replace(/[^\w-]/g, ""),
    status: form.get("status"),
  });
  await resolveRequest(db, decision.signatureId, decision.status);
  return page(
    `<main data-done="${decision.status}" data-signature="${decision.signatureId}"><p>Done: ${decision.status}.</p></main>`,
  );
}

/**
 * Imitates the site of Dropbox Sign: `/sandbox/dropbox-sign/sign` is the page to sign on,
 * `POST …/settle` {signatureId, status} signs or declines a request.
 */
export async function dropboxConsole(request: Request, db: D1Database): Promise<Response> {
  await createDropboxTables(db);
  const url = new URL(request.url);
  switch (`${request.method} ${url.pathname.slice("/sandbox/dropbox-sign".length)}`) {
    case "GET /sign":
      return showPage(url, db);
    case "POST /sign":
      return signPage(request, db);
    case "GET /sign.js":
      return new Response(SCRIPT, { headers: { "Content-Type": "text/javascript" } });
    case "POST /settle":
      return postInput(request, decisionSchema, ({ signatureId, status }) =>
        resolveRequest(db, signatureId, status),
      );
    default:
      return Response.json({ error: "Nothing here." }, { status: 404 });
  }
}
