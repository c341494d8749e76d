export { default, meta } from "~/features/portal/agreement/agreement-template-route";
export { loader } from "~/features/portal/agreement/agreement-template-route.server";
