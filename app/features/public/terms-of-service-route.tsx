import { termsOfService } from "~/reference/pages/terms-of-service";
import { PublicPage, publicMeta } from "./public-page";

export const meta = publicMeta(termsOfService, "terms-of-service");

export default function TermsOfService() {
  return <PublicPage content={termsOfService} />;
}
