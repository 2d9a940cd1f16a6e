/* Made by scripts/types.mjs from the API's description. A test tells when it is old. */
export interface paths {
    "/api/v1/engine/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Search offers for a lead */
        post: operations["search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engine/results/{svc_lead_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the results of a search */
        get: operations["results"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engine/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the changes of your leads, in order */
        get: operations["lead_feed"];
        put?: never;
        /** Submit a result, or post a lead to an offer */
        post: operations["submit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engine/leads/{svc_lead_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the outcome of a submitted lead */
        get: operations["read_lead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engine/leads/{svc_lead_id}/revocation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pass on a consumer's revocation of consent */
        post: operations["revoke_consent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engine/campaigns/{svc_campaign_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the posting specification of a campaign */
        get: operations["campaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engine/dupe-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask whether a lead is likely a duplicate */
        post: operations["dupe_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/engine/statements/{month}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read your statement of a month */
        get: operations["statement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        NotSent: string | null;
        Lead: {
            personal?: ({
                email?: string | components["schemas"]["NotSent"];
                phone?: string | components["schemas"]["NotSent"];
                first_name?: string | null;
                last_name?: string | null;
                date_of_birth?: string | components["schemas"]["NotSent"];
                age?: string | number | components["schemas"]["NotSent"];
                gender?: ("female" | "male") | string | components["schemas"]["NotSent"];
            } & {
                [key: string]: unknown;
            }) | components["schemas"]["NotSent"];
            address?: (string | null) | ({
                address_line_1?: string | null;
                address_line_2?: string | null;
                city?: string | null;
                state?: ("AL" | "AK" | "AZ" | "AR" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "ID" | "IL" | "IN" | "IA" | "KS" | "KY" | "LA" | "ME" | "MD" | "MA" | "MI" | "MN" | "MS" | "MO" | "MT" | "NE" | "NV" | "NH" | "NJ" | "NM" | "NY" | "NC" | "ND" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VT" | "VA" | "WA" | "WV" | "WI" | "WY" | "DC" | "AS" | "GU" | "MP" | "PR" | "VI" | "UM") | string | components["schemas"]["NotSent"];
                zip_code?: string | components["schemas"]["NotSent"];
            } & {
                [key: string]: unknown;
            }) | components["schemas"]["NotSent"];
            education?: ({
                education_level?: ("no_hs_diploma" | "ged" | "high_school" | "some_college" | "associates" | "bachelors" | "masters" | "doctorate") | string | components["schemas"]["NotSent"];
                high_school_graduation_year?: string | number | components["schemas"]["NotSent"];
                start_timeline?: ("immediately" | "1_3_months" | "4_6_months" | "7_12_months" | "over_1_year" | "not_sure") | string | components["schemas"]["NotSent"];
                learning_preference?: ("online" | "campus" | "either") | string | components["schemas"]["NotSent"];
                teaching_certificate?: ("yes" | "no") | string | components["schemas"]["NotSent"];
            } & {
                [key: string]: unknown;
            }) | components["schemas"]["NotSent"];
            background?: ({
                rn_license?: ("rn" | "lpn_lvn" | "no") | string | components["schemas"]["NotSent"];
                military_affiliation?: ("none" | "affiliated" | "active_duty" | "veteran" | "spouse_dependent") | string | components["schemas"]["NotSent"];
                us_citizen?: ("yes" | "no") | string | components["schemas"]["NotSent"];
                has_internet_access?: ("yes" | "no") | string | components["schemas"]["NotSent"];
            } & {
                [key: string]: unknown;
            }) | components["schemas"]["NotSent"];
            email?: string | components["schemas"]["NotSent"];
            phone?: string | components["schemas"]["NotSent"];
            first_name?: string | null;
            last_name?: string | null;
            date_of_birth?: string | components["schemas"]["NotSent"];
            age?: string | number | components["schemas"]["NotSent"];
            gender?: ("female" | "male") | string | components["schemas"]["NotSent"];
            address_line_1?: string | null;
            address_line_2?: string | null;
            city?: string | null;
            state?: ("AL" | "AK" | "AZ" | "AR" | "CA" | "CO" | "CT" | "DE" | "FL" | "GA" | "HI" | "ID" | "IL" | "IN" | "IA" | "KS" | "KY" | "LA" | "ME" | "MD" | "MA" | "MI" | "MN" | "MS" | "MO" | "MT" | "NE" | "NV" | "NH" | "NJ" | "NM" | "NY" | "NC" | "ND" | "OH" | "OK" | "OR" | "PA" | "RI" | "SC" | "SD" | "TN" | "TX" | "UT" | "VT" | "VA" | "WA" | "WV" | "WI" | "WY" | "DC" | "AS" | "GU" | "MP" | "PR" | "VI" | "UM") | string | components["schemas"]["NotSent"];
            zip_code?: string | components["schemas"]["NotSent"];
            education_level?: ("no_hs_diploma" | "ged" | "high_school" | "some_college" | "associates" | "bachelors" | "masters" | "doctorate") | string | components["schemas"]["NotSent"];
            high_school_graduation_year?: string | number | components["schemas"]["NotSent"];
            start_timeline?: ("immediately" | "1_3_months" | "4_6_months" | "7_12_months" | "over_1_year" | "not_sure") | string | components["schemas"]["NotSent"];
            learning_preference?: ("online" | "campus" | "either") | string | components["schemas"]["NotSent"];
            teaching_certificate?: ("yes" | "no") | string | components["schemas"]["NotSent"];
            rn_license?: ("rn" | "lpn_lvn" | "no") | string | components["schemas"]["NotSent"];
            military_affiliation?: ("none" | "affiliated" | "active_duty" | "veteran" | "spouse_dependent") | string | components["schemas"]["NotSent"];
            us_citizen?: ("yes" | "no") | string | components["schemas"]["NotSent"];
            has_internet_access?: ("yes" | "no") | string | components["schemas"]["NotSent"];
            zip?: string | components["schemas"]["NotSent"];
            dob?: string | components["schemas"]["NotSent"];
        } & {
            [key: string]: unknown;
        };
        Tracking: {
            ip_address: string;
            utm_source?: string | null;
            utm_medium?: string | null;
            utm_campaign?: string | null;
            utm_content?: string | null;
            utm_term?: string | null;
            gclid?: string | null;
            gbraid?: string | null;
            wbraid?: string | null;
            fbclid?: string | null;
            msclkid?: string | null;
            ttclid?: string | null;
            click_id?: string | null;
            subid?: string | null;
            subid2?: string | null;
            subid3?: string | null;
            subid4?: string | null;
            subid5?: string | null;
        } & {
            [key: string]: unknown;
        };
        SearchRequest: {
            svc_campaign_id: string;
            svc_affiliate_id: string;
            lead: components["schemas"]["Lead"];
            tracking: components["schemas"]["Tracking"];
            tcpa_consent?: boolean | components["schemas"]["NotSent"];
            consent_cert_url?: string | null;
            universal_lead_ref?: string | null;
            svc_is_test_lead?: boolean | components["schemas"]["NotSent"];
            external_id?: unknown;
            svc_lead_id?: string | components["schemas"]["NotSent"];
        } & {
            [key: string]: unknown;
        };
        TrackingChanges: {
            ip_address?: string | components["schemas"]["NotSent"];
            utm_source?: string | null;
            utm_medium?: string | null;
            utm_campaign?: string | null;
            utm_content?: string | null;
            utm_term?: string | null;
            gclid?: string | null;
            gbraid?: string | null;
            wbraid?: string | null;
            fbclid?: string | null;
            msclkid?: string | null;
            ttclid?: string | null;
            click_id?: string | null;
            subid?: string | null;
            subid2?: string | null;
            subid3?: string | null;
            subid4?: string | null;
            subid5?: string | null;
        } & {
            [key: string]: unknown;
        };
        ResultSubmit: {
            svc_campaign_id: string;
            svc_affiliate_id: string;
            svc_is_test_lead?: boolean | components["schemas"]["NotSent"];
            svc_result_id: string;
            svc_lead_id?: components["schemas"]["NotSent"];
            search_lead_id: string;
            lead?: components["schemas"]["Lead"] | components["schemas"]["NotSent"];
            tracking?: components["schemas"]["TrackingChanges"] | components["schemas"]["NotSent"];
            fallbacks?: components["schemas"]["NotSent"];
            program_id?: unknown;
            tcpa_consent?: unknown;
            consent_button_label?: unknown;
            consent_cert_url?: unknown;
            universal_lead_ref?: unknown;
            external_id?: unknown;
        } & {
            [key: string]: unknown;
        };
        DirectSubmit: {
            svc_campaign_id: string;
            svc_affiliate_id: string;
            svc_is_test_lead?: boolean | components["schemas"]["NotSent"];
            svc_result_id?: components["schemas"]["NotSent"];
            svc_offer_id: string;
            lead: components["schemas"]["Lead"];
            tracking: components["schemas"]["Tracking"];
            svc_lead_id?: string | components["schemas"]["NotSent"];
            fallbacks?: (({
                svc_offer_id: string;
                tcpa_consent: boolean;
                consent_button_label?: string | null;
                program_id?: string | null;
                answers?: unknown;
            } & {
                [key: string]: unknown;
            }) | components["schemas"]["NotSent"])[] | components["schemas"]["NotSent"];
            program_id?: unknown;
            tcpa_consent?: unknown;
            consent_button_label?: unknown;
            consent_cert_url?: unknown;
            universal_lead_ref?: unknown;
            external_id?: unknown;
        } & {
            [key: string]: unknown;
        };
        Sha256: string;
        NotUsable: string | number | boolean | Record<string, unknown> | unknown[] | null;
        HashedParts: {
            email?: components["schemas"]["Sha256"] | components["schemas"]["NotUsable"];
            phone?: components["schemas"]["Sha256"] | components["schemas"]["NotUsable"];
            first_name?: components["schemas"]["Sha256"] | components["schemas"]["NotUsable"];
            last_name?: components["schemas"]["Sha256"] | components["schemas"]["NotUsable"];
            address?: components["schemas"]["Sha256"] | components["schemas"]["NotUsable"];
            zip?: components["schemas"]["Sha256"] | components["schemas"]["NotUsable"];
            dob?: components["schemas"]["Sha256"] | components["schemas"]["NotUsable"];
        } & {
            [key: string]: unknown;
        };
        DupeCheckRequest: {
            offer_id?: string | components["schemas"]["NotSent"];
            email?: unknown;
            phone?: unknown;
            first_name?: unknown;
            last_name?: unknown;
            address?: unknown;
            zip?: unknown;
            dob?: unknown;
            hashed?: components["schemas"]["HashedParts"] | components["schemas"]["NotUsable"] | components["schemas"]["NotSent"];
        } & {
            [key: string]: unknown;
        };
        /** @enum {string} */
        AnswerStatus: "accepted" | "saved" | "pending" | "held" | "rejected" | "invalid" | "failed";
        ResultEntry: {
            svc_result_id: string;
            /** Format: uuid */
            campaign_id: string;
            offer: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                offer_type: "shared" | "exclusive" | "true_exclusive";
                is_exclusive: boolean;
                tcpa_text: string | null;
            };
            school?: {
                name: string;
                logo_url: string | null;
            };
            programs: {
                value: string;
                label: string;
                payout?: number;
            }[];
            payout?: number;
            form_fields: {
                name: string;
                label: string | null;
                type: string;
                required: boolean;
                required_when?: {
                    program_ids: string[];
                };
                pattern?: string;
                options?: {
                    value: string;
                    label: string;
                }[];
            }[];
            /** Format: date-time */
            expires_at: string;
        };
        Results: {
            code: string;
            status: components["schemas"]["AnswerStatus"];
            reason: string;
            message: string;
            success: boolean;
            retryable: boolean;
            request_id: string;
            /** Format: uuid */
            svc_lead_id: string;
            processing_done: boolean;
            accepted_count: number;
            max_accepted_submissions: number;
            true_exclusive_accepted: boolean;
            offers: components["schemas"]["ResultEntry"][];
            external_id?: string;
            poll_after_ms?: number;
            warnings?: components["schemas"]["KeyWarning"][];
            normalized?: components["schemas"]["NormalizedField"][];
        };
        SubmitAnswer: {
            code: string;
            status: components["schemas"]["AnswerStatus"];
            reason: string;
            message: string;
            success: boolean;
            retryable: boolean;
            request_id: string;
            accepted: boolean;
            /** Format: uuid */
            svc_lead_id: string;
            disposition: {
                /** Format: uuid */
                duplicate_of?: string;
            };
            payout?: number;
            source?: string;
            external_id?: string;
            /** Format: date-time */
            opens_at?: string;
            /** Format: date-time */
            decide_by?: string;
            /** Format: date-time */
            returned_at?: string;
            return_reason?: string;
            payout_reversed?: boolean;
            return_evidence?: {
                text?: string;
                links?: string[];
            };
            stages?: {
                stage: string;
                /** Format: date */
                on: string;
            }[];
            /** Format: uuid */
            svc_offer_id?: string;
            tried?: {
                /** Format: uuid */
                svc_lead_id: string;
                /** Format: uuid */
                svc_offer_id: string;
                code: string;
            }[];
            fell_back_to?: {
                /** Format: uuid */
                svc_lead_id: string;
                /** Format: uuid */
                svc_offer_id: string;
            };
            field?: string;
            errors?: components["schemas"]["FieldError"][];
            warnings?: components["schemas"]["KeyWarning"][];
            normalized?: components["schemas"]["NormalizedField"][];
        };
        PostingOffer: {
            /** Format: uuid */
            id: string;
            name: string;
            school: {
                name: string;
                logo_url: string | null;
            } | null;
            /** @enum {string} */
            offer_type: "shared" | "exclusive" | "true_exclusive";
            is_exclusive: boolean;
            is_active: boolean;
            posting: string;
            tcpa_text: string | null;
            consent_required: boolean;
            required_fields: string[];
            eligibility: string[];
            programs: {
                value: string;
                label: string;
                payout?: number;
                required_fields: string[];
                eligibility: string[];
            }[];
            questions: {
                name: string;
                label: string | null;
                type: string;
                required: boolean;
                required_when?: {
                    program_ids: string[];
                };
                pattern?: string;
                options?: {
                    value: string;
                    label: string;
                }[];
            }[];
            only_submit: string[];
            payout?: number;
            schema?: Record<string, unknown>;
            sample?: Record<string, unknown>;
        };
        PostingSpec: {
            code: string;
            status: components["schemas"]["AnswerStatus"];
            reason: string;
            message: string;
            success: boolean;
            retryable: boolean;
            request_id: string;
            campaign: {
                /** Format: uuid */
                id: string;
                name: string;
                max_accepted_submissions: number;
                is_active: boolean;
                allow_fallbacks: boolean;
                /** Format: uuid */
                svc_affiliate_id: string;
            };
            offers: components["schemas"]["PostingOffer"][];
            only_submit: string[];
        };
        DupeCheck: {
            code: string;
            status: components["schemas"]["AnswerStatus"];
            reason: string;
            message: string;
            success: boolean;
            retryable: boolean;
            request_id: string;
            duplicate_likely: boolean;
            warnings?: components["schemas"]["KeyWarning"][];
            normalized?: components["schemas"]["NormalizedField"][];
        };
        Statement: {
            code: string;
            status: components["schemas"]["AnswerStatus"];
            reason: string;
            message: string;
            success: boolean;
            retryable: boolean;
            request_id: string;
            number?: string;
            draft?: boolean;
            party: {
                kind: string;
                handle: string;
                name: string;
            };
            month: string;
            currency: string;
            time_zone: string;
            lines: components["schemas"]["StatementLine"][];
            offers: components["schemas"]["OfferTotals"][];
            net_cents: number;
            null_amounts: number;
        };
        OfferTotals: {
            offer: string | null;
            sales: number;
            sales_cents: number;
            returns: number;
            returns_cents: number;
            adjustments_cents: number;
            net_cents: number;
            null_amounts: number;
        };
        StatementLine: {
            /** Format: uuid */
            lead_id: string | null;
            kind: string;
            day: string;
            offer: string | null;
            program: string | null;
            amount_cents: number | null;
            reason: string | null;
            reference?: string | null;
            external_id?: string;
            subid?: string;
            subid2?: string;
            subid3?: string;
            subid4?: string;
            subid5?: string;
        };
        LeadChange: {
            /** Format: uuid */
            svc_lead_id: string;
            revision: number;
            change: string;
            /** Format: date-time */
            at: string;
            /** Format: uuid */
            svc_campaign_id: string;
            /** Format: uuid */
            svc_offer_id: string;
            tracking: Record<string, unknown>;
            answer: Record<string, unknown>;
        };
        LeadFeed: {
            code: string;
            status: components["schemas"]["AnswerStatus"];
            reason: string;
            message: string;
            success: boolean;
            retryable: boolean;
            request_id: string;
            leads: components["schemas"]["LeadChange"][];
            next_cursor: string;
            has_more: boolean;
            /** Format: date-time */
            complete_until: string | null;
        };
        Revocation: {
            code: string;
            status: components["schemas"]["AnswerStatus"];
            reason: string;
            message: string;
            success: boolean;
            retryable: boolean;
            request_id: string;
            /** Format: uuid */
            svc_lead_id: string;
            suppressed: string[];
        };
        CallbackTaken: {
            code: string;
            status: components["schemas"]["AnswerStatus"];
            reason: string;
            message: string;
            success: boolean;
            retryable: boolean;
            request_id: string;
            outcome: string;
            changed: boolean;
        };
        FieldError: {
            field?: string;
            code: string;
            message: string;
        };
        KeyWarning: {
            field: string;
            did_you_mean: string;
            message: string;
        };
        NormalizedField: {
            field: string;
            to: string;
        };
        ErrorAnswer: {
            code: string;
            status: components["schemas"]["AnswerStatus"];
            reason: string;
            message: string;
            success: boolean;
            retryable: boolean;
            request_id: string;
            field?: string;
            errors?: components["schemas"]["FieldError"][];
            warnings?: components["schemas"]["KeyWarning"][];
            error?: string;
            retry_after_seconds?: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    search: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Results"];
                };
            };
        };
    };
    results: {
        parameters: {
            query?: never;
            header?: {
                "Last-Event-ID"?: string;
                "X-Request-Id"?: string;
            };
            path: {
                svc_lead_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Results"];
                };
            };
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    lead_feed: {
        parameters: {
            query?: {
                since?: string;
                limit?: number;
                status?: components["schemas"]["AnswerStatus"];
                subid?: string;
                external_id?: string;
            };
            header?: {
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadFeed"];
                };
            };
        };
    };
    submit: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResultSubmit"] | components["schemas"]["DirectSubmit"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitAnswer"];
                };
            };
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitAnswer"];
                };
            };
        };
    };
    read_lead: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                svc_lead_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubmitAnswer"];
                };
            };
        };
    };
    revoke_consent: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                svc_lead_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Revocation"];
                };
            };
        };
    };
    campaign: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                svc_campaign_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostingSpec"];
                };
            };
        };
    };
    dupe_check: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DupeCheckRequest"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DupeCheck"];
                };
            };
        };
    };
    statement: {
        parameters: {
            query?: never;
            header?: {
                "X-Request-Id"?: string;
            };
            path: {
                month: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Statement"];
                };
            };
        };
    };
}
