import { Paper, Stack, Text } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { titled } from "~/ui/page-title";
import { pluralize } from "../format-count";
import { Verbatim } from "../verbatim";
import type { loader } from "./error-report-route.server";
import { SeverityMark } from "./errors-table";

type ErrorReport = SerializeFrom<typeof loader>["error"];

function Hit({ hit, draft }: Pick<ErrorReport, "hit" | "draft">) {
  if (hit) return <a href={`/staff/submissions/${hit}`}>Open the submission</a>;
  if (!draft) return <>Nothing that it named.</>;
  const { id, found } = draft;
  if (!found) return <>The draft {id}, which is no longer there.</>;
  return (
    <>
      The draft {id}, not submitted yet. It stands at {found.step} and was changed last on{" "}
      {found.changed}.
    </>
  );
}

const occurrenceText = ({ count, first, last }: NonNullable<ErrorReport["cause"]>) =>
  count === 1 ? `Once, on ${first}` : `${pluralize(count, "time")}, from ${first} to ${last}`;

/** An error: what happened, what was affected, and how often its cause occurred. */
function ErrorView({ error }: { error: ErrorReport }) {
  const { message, severity, at, hit, draft, cause, alike, stack } = error;
  const details: [name: string, text: string | null | undefined][] = [
    ["When", at],
    ["Category", error.category],
    ["Where", [error.source, error.stage].join(", ")],
    ["URL", error.url ?? "N/A"],
    ["Browser", error.userAgent],
    ["Release", error.release],
    ["Its cause was met", cause && occurrenceText(cause)],
    ["In releases", cause?.releases.join(", ")],
  ];
  return (
    <>
      <p>
        <SeverityMark severity={severity} />
      </p>
      <Text size="lg" style={{ overflowWrap: "anywhere" }}>
        {message}
      </Text>
      <Paper id="hit" p="sm">
        <Stack gap="xs">
          <h2>What it hit</h2>
          <p>
            <Hit hit={hit} draft={draft} />
          </p>
        </Stack>
      </Paper>
      <dl className={notice.facts}>
        {details.flatMap(([name, text]) =>
          text ? [<dt key={name}>{name}</dt>, <dd key={`${name} is`}>{text}</dd>] : [],
        )}
      </dl>
      {alike.length > 0 && (
        <Stack>
          <h2>Of the same cause</h2>
          <Stack component="ul" gap="xs">
            {alike.map((other) => (
              <Paper component="li" key={other.id} p="xs">
                <a href={`/staff/errors/${other.id}`}>{other.at}</a>
                {other.hit && (
                  <>
                    {", "}
                    <a href={`/staff/submissions/${other.hit}`}>the submission it hit</a>
                  </>
                )}
              </Paper>
            ))}
          </Stack>
        </Stack>
      )}
      {stack && (
        <Stack>
          <h2>Stack</h2>
          <Verbatim>{stack}</Verbatim>
        </Stack>
      )}
    </>
  );
}

const HEADING = "Error";

export const meta = titled(HEADING);

export default function StaffError() {
  const { error } = useLoaderData<typeof loader>();
  return (
    <Stack gap="md" maw={640}>
      <p className="eyebrow">
        <a href="/analytics">Back to Analytics</a>
      </p>
      <h1>{HEADING}</h1>
      <ErrorView error={error} />
    </Stack>
  );
}
