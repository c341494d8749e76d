import { dataProtection } from "~/reference/pages/data-protection";
import { PublicPage, publicMeta } from "./public-page";

export const meta = publicMeta(dataProtection, "data-protection");

export default function DataProtection() {
  return <PublicPage content={dataProtection} />;
}
