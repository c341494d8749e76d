import { Stack, Text } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { Notice } from "./notice";

/** What the last post did, each by the parameter of the address that tells it. */
export type NoticeTexts = Readonly<Record<string, ReactNode>>;

/** They tell that nothing was changed. */
const UNCHANGED = ["over", "unsaved"];

export function Notices({ texts }: { texts: NoticeTexts }) {
  const [params] = useSearchParams();
  return Object.entries(texts).map(
    ([name, text]) =>
      text &&
      params.has(name) && (
        <Notice key={name} tone={UNCHANGED.includes(name) ? "waiting" : "good"}>
          {text}
        </Notice>
      ),
  );
}

interface StaffPageProps {
  heading: string;
  /** What stands above the heading, such as a link to the page that this one is a part of. */
  above?: ReactNode;
  notices?: NoticeTexts | undefined;
  lead?: ReactNode;
  maxWidth?: number | "none";
  children?: ReactNode;
}

/** The column of a page: its heading, what the last post did, and what it is about. */
export function StaffPage(props: StaffPageProps) {
  const { heading, above, notices = {}, lead, maxWidth = 640, children } = props;
  return (
    <Stack gap="md" maw={maxWidth}>
      {above && <p className="eyebrow">{above}</p>}
      <h1>{heading}</h1>
      <Notices texts={notices} />
      {lead && <Text size="lg">{lead}</Text>}
      {children}
    </Stack>
  );
}
