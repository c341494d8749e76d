/** Opens the current page in a new tab, so that no input is lost. */
export function ReloadLink({ currentPath }: { currentPath: string }) {
  return (
    <a href={currentPath} target="_blank" rel="noreferrer">
      See the current version in a new tab
    </a>
  );
}
