import { type QueueView, queueViews, viewLabels } from "~/domain/review/queue-filter";
import { LinkTabs } from "../link-tabs";
import { formatLimited } from "./format-limited";

interface QueueTabsProps {
  view: QueueView;
  counts: { views: Record<Exclude<QueueView, "all">, number>; mostOfView: number };
}

/** Links to the views of the queue, with how many entries wait in each. */
export function QueueTabs({ view, counts: { views, mostOfView } }: QueueTabsProps) {
  const links = queueViews.map((tab) => ({
    href: tab === "waiting" ? "/staff" : `/staff?view=${tab}`,
    text:
      tab === "all"
        ? viewLabels.all
        : `${viewLabels[tab]} (${formatLimited(views[tab], mostOfView)})`,
    isCurrent: tab === view,
  }));
  return <LinkTabs label="Views of the queue" links={links} current="true" />;
}
