import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import styles from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { handleLinkAction, showLinkPage } from "~/pages/artist-link.server";
import { beginReturning } from "~/pages/wizard/begin-by-link.server";
import { longDate } from "~/platform/formats/dates";
import { countLinkSubmissions } from "~/submission/record/link-submissions.server";
import { InvalidReturningLink } from "~/views/wizard/links/invalid-link";
import { LinkWelcome } from "~/views/wizard/links/welcome";

/** Shows the link whose token is in this browser's cookie. Stores nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return showLinkPage(request, context, "returning", async (link) => ({
    artistName: link.artistName,
    email: link.email,
    until: longDate(link.expiresAt),
    count: await countLinkSubmissions(context.db, link),
    lastUsed: link.lastUsedAt && longDate(link.lastUsedAt),
  }));
}

/** Opens the artist's next draft; first offers a link to the draft it replaces. */
export async function action({ request, context }: ActionFunctionArgs) {
  return handleLinkAction(request, context, "returning", beginReturning);
}

export const meta: MetaFunction = (page) => [
  ...pageTitle("Your link", page),
  { name: "robots", content: "noindex" },
];

export default function YourLink() {
  const landing = useLoaderData<typeof loader>();
  const reply = useActionData<{ url: string }>();
  if ("why" in landing) return <InvalidReturningLink reason={landing.why} hasDraft={landing.own} />;
  const { artistName, email, count, until, lastUsed, beside, shown } = landing;
  return (
    <LinkWelcome
      {...beside}
      url={(reply ?? shown)?.url}
      eyebrow="Returning artist"
      heading={`Welcome back, ${artistName}`}
    >
      <dl className={styles.facts}>
        <dt>Email</dt>
        <dd>{email}</dd>
        <dt>Previous submissions</dt>
        <dd>{count}</dd>
        <dt>Access until</dt>
        <dd>{until}</dd>
        {lastUsed && (
          <>
            <dt>Last used</dt>
            <dd>{lastUsed}</dd>
          </>
        )}
      </dl>
      <p>
        {count > 0
          ? "With this link your details, links, genre and the people you work with are filled in from your last release. You can send us music even while open submissions are closed."
          : "With this link you can send us music even while open submissions are closed. From your second release on, your details, links, genre and the people you work with are filled in from the one before."}{" "}
        Use it as often as you like, and keep it to yourself.
      </p>
    </LinkWelcome>
  );
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
