export const DASHBOARD = "/dashboard?tab=0";
