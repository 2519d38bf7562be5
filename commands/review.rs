//! `loanfile review`.

use crate::context::{Context, Format, Globals};
use crate::output::tell;
use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};
use loanfile::los::short_id;
use loanfile::model::{Resolution, TaskKind, TaskStatus};
use loanfile::ops::{self, Paged, TaskQuery, Verdict};
use loanfile::views::TaskView;
use std::process::ExitCode;

/// List, show and resolve review tasks
///
/// A task asks a person to look at a document: its type is in doubt, values are in doubt, or a check failed. A
/// correction that removes the cause resolves the task by itself.
#[derive(Args)]
#[command(after_help = "Examples:
  loanfile review list
  loanfile review list --loan L-17 --kind validation
  loanfile review next
  loanfile review show 1f3a9c02
  loanfile review resolve 1f3a9c02 confirmed
  loanfile review resolve 1f3a9c02 waived --note 'wet signature seen at closing'
  loanfile review assign 1f3a9c02 --to dana

A task may be named by the last digits of its id, as the tables show them.")]
pub struct Review {
    #[command(subcommand)]
    action: ReviewAction,
}

#[derive(Subcommand)]
enum ReviewAction {
    /// List tasks, oldest first
    #[command(after_help = "Examples:
  loanfile review list
  loanfile review list --loan L-17 --kind validation")]
    List(List),
    /// Take the oldest open task that nobody works on, and show it
    #[command(after_help = "Example:
  loanfile review next")]
    Next(Next),
    /// Show a task
    #[command(after_help = "Example:
  loanfile review show 1f3a9c02")]
    Show(Show),
    /// Say how a task ends
    #[command(after_help = "Examples:
  loanfile review resolve 1f3a9c02 confirmed
  loanfile review resolve 1f3a9c02 waived --note 'wet signature seen'")]
    Resolve(Resolve),
    /// Give a task to a person, or to nobody
    #[command(after_help = "Example:
  loanfile review assign 1f3a9c02 --to dana")]
    Assign(Assign),
}

#[derive(Args)]
struct Which {
    /// Only tasks of this loan, by your id for it or its loanId
    #[arg(long, value_name = "ID")]
    loan: Option<String>,
    /// Only tasks of this kind
    #[arg(long, value_name = "KIND")]
    kind: Option<Kind>,
}

#[derive(Args)]
struct List {
    #[command(flatten)]
    which: Which,
    /// Only tasks of this document: its id, or LOAN/N
    #[arg(long, value_name = "DOCUMENT")]
    document: Option<String>,
    /// Only tasks that stand so
    #[arg(long, value_name = "STATUS", default_value = "open")]
    status: Status,
    /// Only tasks of this person
    #[arg(long, value_name = "NAME")]
    assignee: Option<String>,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u16).range(1..=500))]
    limit: u16,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Next {
    #[command(flatten)]
    which: Which,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Show {
    /// The task: its id or the last digits of it
    task: String,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Resolve {
    /// The task: its id or the last digits of it
    task: String,
    /// How it ends
    resolution: ResolutionChoice,
    /// What there is to say about it; a waiver needs it
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: Format,
}

#[derive(Args)]
struct Assign {
    /// The task: its id or the last digits of it
    task: String,
    /// Who works on it; nobody when nothing is said
    #[arg(long, value_name = "NAME")]
    to: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// The type is in doubt
    Classification,
    /// Values are in doubt
    Extraction,
    /// A check failed
    Validation,
}

#[derive(Clone, Copy, ValueEnum)]
enum Status {
    /// Waiting for a person
    Open,
    /// Decided
    Resolved,
    /// No longer of interest
    Dismissed,
    /// Any of these
    All,
}

#[derive(Clone, Copy, ValueEnum)]
enum ResolutionChoice {
    /// The type or the values are right as they are
    Confirmed,
    /// The document was corrected; what is still in doubt is right
    Corrected,
    /// Release the document in spite of the failed check, where the tenant allows that
    Waived,
}

impl Review {
    /// Does what was asked for.
    pub fn run(self, globals: &Globals) -> Result<ExitCode> {
        let context = globals.open()?;
        match self.action {
            ReviewAction::List(list) => list.run(&context)?,
            ReviewAction::Next(next) => next.run(&context)?,
            ReviewAction::Show(show) => {
                let task = ops::task(&context.workspace, &context.caller, &show.task)?;
                print(&context, &task, show.format)?;
            }
            ReviewAction::Resolve(resolve) => resolve.run(&context)?,
            ReviewAction::Assign(assign) => {
                let task = ops::assign_task(&context.workspace, &context.caller, &assign.task, assign.to)?;
                let whose = task.assignee.map_or_else(|| "nobody's".to_string(), |name| format!("{name}'s"));
                tell(&format!("The task is {whose} now."));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl List {
    fn run(self, context: &Context) -> Result<()> {
        let query = TaskQuery {
            status: self.status.asked(),
            document: self.document,
            assignee: self.assignee,
            ..self.which.query()
        };
        let paged = Paged { limit: Some(usize::from(self.limit)), cursor: None };
        let page = ops::task_page(&context.workspace, &context.caller, &query, &paged)?;
        if self.format == Format::Json {
            return context.output.json(&page);
        }
        let tasks = page.data;
        let named = tasks.iter().map(|task| (task.loan_id, task.document_id));
        let names = ops::document_names(&context.workspace, &context.caller, named)?;
        let mut rows = context.output.table(&["Task", "Document", "Kind", "Status", "Who", "Why"]);
        for task in &tasks {
            let status = match task.resolution {
                Some(resolution) => resolution.to_string(),
                None => task.status.to_string().to_lowercase(),
            };
            rows.add([
                short_id(&task.task_id.to_string()).to_string(),
                names
                    .get(&task.document_id)
                    .cloned()
                    .unwrap_or_else(|| short_id(&task.document_id.to_string()).to_string()),
                task.kind.to_string().to_lowercase(),
                status,
                task.assignee.clone().unwrap_or_default(),
                task.reason.clone(),
            ]);
        }
        rows.print(&context.output)?;
        if tasks.is_empty() {
            tell("No such tasks.");
        }
        Ok(())
    }
}

impl Next {
    fn run(self, context: &Context) -> Result<()> {
        match ops::next_task(&context.workspace, &context.caller, &self.which.query())? {
            Some(task) => print(context, &task, self.format),
            None => {
                tell("No open task is left.");
                Ok(())
            }
        }
    }
}

impl Resolve {
    fn run(self, context: &Context) -> Result<()> {
        let resolution = match self.resolution {
            ResolutionChoice::Confirmed => Resolution::Confirmed,
            ResolutionChoice::Corrected => Resolution::Corrected,
            ResolutionChoice::Waived => Resolution::Waived,
        };
        let verdict = Verdict { resolution, note: self.note, resolved_by: None };
        let task = ops::resolve_task(&context.workspace, &context.caller, &self.task, &verdict)?;
        context.settle()?;
        match self.format {
            Format::Json => context.output.json(&task),
            Format::Table => {
                tell(&format!("Resolved as {resolution}."));
                Ok(())
            }
        }
    }
}

impl Which {
    fn query(self) -> TaskQuery {
        let kind = self.kind.map(|kind| match kind {
            Kind::Classification => TaskKind::Classification,
            Kind::Extraction => TaskKind::Extraction,
            Kind::Validation => TaskKind::Validation,
        });
        TaskQuery { loan: self.loan, kind, ..TaskQuery::default() }
    }
}

impl Status {
    fn asked(self) -> Option<TaskStatus> {
        match self {
            Self::Open => Some(TaskStatus::Open),
            Self::Resolved => Some(TaskStatus::Resolved),
            Self::Dismissed => Some(TaskStatus::Dismissed),
            Self::All => None,
        }
    }
}

fn print(context: &Context, task: &TaskView, format: Format) -> Result<()> {
    if format == Format::Json {
        return context.output.json(task);
    }
    let output = &context.output;
    output.line(&format!("Task     {}", task.task_id))?;
    let names = ops::document_names(&context.workspace, &context.caller, [(task.loan_id, task.document_id)])?;
    match names.get(&task.document_id) {
        Some(name) => output.line(&format!("Document {name} ({})", task.document_id))?,
        None => output.line(&format!("Document {}", task.document_id))?,
    }
    output.line(&format!("Kind     {}", task.kind))?;
    let status = match task.resolution {
        Some(resolution) => {
            format!("{} as {resolution} by {}", task.status, task.resolved_by.as_deref().unwrap_or("unknown"))
        }
        None => task.status.to_string(),
    };
    output.line(&format!("Status   {status}"))?;
    if let Some(assignee) = &task.assignee {
        output.line(&format!("Who      {assignee}"))?;
    }
    if let Some(note) = &task.note {
        output.line(&format!("Note     {note}"))?;
    }
    output.line(&format!("Why      {}", task.reason))?;
    let document = ops::document(&context.workspace, &context.caller, &task.document_id.to_string())?;
    let mut rows = output.table(&["Field", "Value", ">Conf.", ">Page"]);
    for named in &task.fields {
        let field = document
            .fields
            .iter()
            .find(|field| field.field_type_id == named.field_type_id && field.row_index == named.row_index);
        let row = named.row_index.map(|row| format!("[{row}]")).unwrap_or_default();
        rows.add([
            format!("{}{row}", named.field_type_id),
            field.map(|field| field.field_value.clone()).unwrap_or_default(),
            named.field_confidence.to_string(),
            field.and_then(|field| field.page_number).map(|page| page.to_string()).unwrap_or_default(),
        ]);
    }
    rows.print(output)?;
    let mut rows = output.table(&["Check", "What", "Expected", "Found", ">Page"]);
    for finding in &task.findings {
        rows.add([
            finding.code.clone(),
            finding.message.clone(),
            finding.expected.clone().unwrap_or_default(),
            finding.found.clone().unwrap_or_default(),
            finding.page.map(|page| page.to_string()).unwrap_or_default(),
        ]);
    }
    rows.print(output)
}
