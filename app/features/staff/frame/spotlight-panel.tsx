import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Modal.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/ScrollArea.css";
import "@mantine/spotlight/styles.css";
import { Spotlight, spotlight } from "@mantine/spotlight";
import { useNavigate } from "@remix-run/react";
import { useEffect, useState } from "react";
import { pageGroups } from "./staff-pages";

/** Goes to any page of staff, or searches the queue. */
export default function SpotlightPanel() {
  const navigate = useNavigate();
  const [query, setQuery] = useState("");
  useEffect(() => spotlight.open(), []);
  const pages = pageGroups.flat().map(([path, label, Icon]) => ({
    id: path,
    label,
    leftSection: <Icon size={20} stroke={1.5} aria-hidden="true" />,
    onClick: () => navigate(path),
  }));
  const search = {
    id: "search",
    label: `Search the queue for “${query}”`,
    onClick: () => navigate(`/staff?q=${encodeURIComponent(query)}`),
  };
  return (
    <Spotlight
      actions={query.trim() ? [...pages, search] : pages}
      query={query}
      onQueryChange={setQuery}
      shortcut="mod+K"
      // It would add a style that the page's policy forbids.
      lockScroll={false}
      nothingFound="Nothing found"
      searchProps={{
        placeholder: "Go to a page, or search the queue",
        "aria-label": "Go anywhere",
      }}
    />
  );
}
