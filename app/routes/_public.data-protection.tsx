import { dataProtection } from "~/reference/pages/data-protection";
import { PublicPage, publicMeta } from "~/views/public/public-page";

export const meta = publicMeta(dataProtection, "data-protection");

export default function DataProtection() {
  return <PublicPage content={dataProtection} />;
}
