import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readDocument } from "~/features/portal/agreement/agreement-document.server";
import { refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";

const NOT_FOUND = "There's no signed agreement at this address.";

/** A signed agreement as a PDF for its artist and staff; for others it looks like one that does not exist. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const isStaff = (await context.scope.principal()).kind === "staff";
  if (!isStaff) await requireArtist(request, context, "read");
  const [, id] = /^([0-9A-Z]{26})\.pdf$/.exec(params.documentName ?? "") ?? [];
  const document = id === undefined ? undefined : await readDocument(context, id);
  if (!document) throw refusal(404, NOT_FOUND);
  const { pdf, hash, name } = document;
  return new Response(new Uint8Array(pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Length": String(pdf.length),
      "Content-Disposition": `inline; filename*=UTF-8''${encodeURIComponent(name)}`,
      "Cache-Control": "private, no-store",
      ETag: `"${hash}"`,
    },
  });
}
