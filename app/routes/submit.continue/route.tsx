import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import { LinkBox } from "~/components/autosave/link-box";
import styles from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { draftCookieHeader, readDraftKey } from "~/session/draft-cookie.server";
import { readSwitch } from "~/session/own-path";
import { requireDraft } from "~/session/require-draft.server";
import { mailResumeLink, makeResumeLink } from "~/session/resume-link.server";
import { artistAnswersSchema, checkArtistStep } from "~/submission/artist-step";
import { longDate } from "~/submission/release-dates";
import { countResumeKeys, stopResumeKeys } from "~/submission/resume-keys.server";
import { LinkByMail, type LinkReply, MakeLink, News, StopLinks } from "./link-forms";

const HEADING = "Continue later or on another device";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await requireDraft(request, context, "artist");
  return {
    email: draft.answers.artist?.email ?? "",
    until: longDate(draft.expiresAt.toISOString()),
    links: await countResumeKeys(context.db, draft.id),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const draft = await requireDraft(request, context, "artist");
  const { fields } = await readSwitch(request);
  switch (fields.get("intent")) {
    case "mail-link": {
      const email = (fields.get("email") ?? "").trim();
      const { email: error } = checkArtistStep(v.parse(artistAnswersSchema, { email }));
      if (error) return data<LinkReply>({ email, error }, { status: 400 });
      await mailResumeLink(request, context, draft, email);
      return data<LinkReply>({ mailedTo: email });
    }
    case "stop-links": {
      const { db, ids, clock } = context;
      const used = (await readDraftKey(request)) ?? "";
      const fresh = await stopResumeKeys(db, draft.id, used, ids, clock());
      const headers = fresh ? { "Set-Cookie": await draftCookieHeader(request, fresh) } : undefined;
      return redirect("/submit/continue?stopped", { headers });
    }
    default: {
      const { url } = await makeResumeLink(request, context, draft);
      return data<LinkReply>({ url });
    }
  }
}

export const meta: MetaFunction = ({ matches }) => pageTitle(HEADING, matches);

export default function ContinueLater() {
  const { email, until, links } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  const stopped = params.has("stopped") && !reply;
  return (
    <div className={styles.page}>
      <h1>{HEADING}</h1>
      {stopped && <News>All links are stopped. This browser still opens your submission.</News>}
      {reply?.mailedTo && (
        <News>The link is on its way to {reply.mailedTo}. It can take a few minutes.</News>
      )}
      <p className={styles.lead}>
        What you saved waits for you in this browser. With a link you can go on anywhere else: on
        your phone, or on the computer where your music lies.
      </p>
      {reply?.url ? <LinkBox url={reply.url} /> : <MakeLink />}
      <p>
        A link works until {until}, and for 14 days after every change. Whoever has it can open this
        draft and change it, so give it to nobody you do not trust.
      </p>
      <LinkByMail email={reply?.email ?? email} error={reply?.error} />
      {links > 0 && <StopLinks links={links} />}
      <p className={styles.actions}>
        <Link to="/submit">Back to your submission</Link>
      </p>
    </div>
  );
}
