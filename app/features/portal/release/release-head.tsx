import { Alert, Stack, Text } from "@mantine/core";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { longDate } from "~/platform/formats/dates";
import { PortalPage } from "../portal-page";

/** The words of the release pages about saving. */
export const RELEASE_SAVE_TEXTS = { page: "page", whole: "release" };

interface ReleaseHeader {
  id: string;
  title: string;
  artistName: string;
  /** YYYY-MM-DD, or empty. */
  date: string;
}

interface ReleasePageProps {
  title: string;
  head: ReleaseHeader;
  /** What the page is for. */
  lead: string;
  /** Links to other pages of the release, and notes beside them. */
  back?: ReactNode;
  /** The notice about the last action. */
  notice: string | undefined;
  children: ReactNode;
}

/** The frame of a page about a release. */
export function ReleasePage({ title, head, lead, back, notice, children }: ReleasePageProps) {
  return (
    <PortalPage>
      <Stack component="header" gap="xs">
        <p>
          <Link to="/dashboard">Back to the dashboard</Link>
        </p>
        <p className="eyebrow">{title}</p>
        <h1>{head.title}</h1>
        <Text size="sm" c="dimmed">
          {head.artistName}
          {head.date && `, out on ${longDate(head.date)}`}
        </Text>
        <Text size="lg">{lead}</Text>
      </Stack>
      {back}
      {notice && (
        <Alert role="status" color="good">
          {notice}
        </Alert>
      )}
      {children}
    </PortalPage>
  );
}
