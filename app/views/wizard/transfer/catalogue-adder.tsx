import { useHydrated } from "remix-utils/use-hydrated";
import type { FoundReleases } from "~/catalogue/catalogue-search";
import { useFormReply } from "~/components/form-reply";
import panels from "~/components/panels.module.css";
import { useMusicPage } from "../music-page";
import styles from "./adder.module.css";
import { AdderTabs } from "./adder-tabs";
import { SearchPanel } from "./search-panel";
import { UrlPanel } from "./url-panel";
import { type Notice, useAdding } from "./use-adding";

/** Adds releases to the list: found by name, or by their link. */
export function CatalogueAdder() {
  const found: FoundReleases | undefined = useMusicPage().found;
  const { errors } = useFormReply();
  const adding = useAdding(found?.added ? { state: "good", text: found.added } : undefined);
  return (
    <div className={`${panels.panel} ${styles.adder}`}>
      <AdderTabs
        label="Ways to add a release"
        first={errors.catalogueUrl ? 1 : 0}
        tabs={[
          {
            id: "search-music",
            label: "Search Music",
            field: "catalogueQuery",
            panel: <SearchPanel found={found} adding={adding} />,
          },
          {
            id: "enter-url",
            label: "Enter URL",
            field: "catalogueUrl",
            panel: <UrlPanel found={found} adding={adding} />,
          },
        ]}
      />
      <AddingNews notice={adding.notice} />
    </div>
  );
}

/** What became of the last addition; always in the page, so that it is read out when it comes. */
function AddingNews({ notice }: { notice: Notice | undefined }) {
  const scripted = useHydrated();
  return (
    <p
      role="status"
      className={styles.notice}
      data-state={notice?.state}
      data-passing={scripted || undefined}
    >
      {notice && <strong>{notice.text}</strong>} {notice?.hint}
    </p>
  );
}
