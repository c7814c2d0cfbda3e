;;; mnc2-mode.el --- MN-Core 2 assembly -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "30.1"))
;; Keywords: languages
;; URL: https://github.com/mnc2/mnc2
;; SPDX-License-Identifier: MIT OR Apache-2.0

;;; Commentary:

;; A major mode for MN-Core 2 assembly (.vsm), and Eglot's connection to the language server mnc2-lsp:
;; diagnostics as you type, explanations, quick fixes, and running a program to a line.  With the package dape, `M-x
;; dape' debugs a program with mnc2-dap.
;;
;; `mnc2-ts-mode' uses the tree-sitter grammar for colours, which `mnc2-build-grammar' compiles from a checkout;
;; `mnc2-mode' uses a few regular expressions.  Programs open in the better one that is available.

;;; Code:

(require 'eglot)
(require 'treesit)

(defgroup mnc2 nil
  "MN-Core 2 assembly."
  :group 'languages)

(defcustom mnc2-server-program "mnc2-lsp"
  "The language server: a name on variable `exec-path', or a path."
  :type 'string)

(defcustom mnc2-start-server t
  "Whether opening a program starts the language server."
  :type 'boolean)

(defcustom mnc2-debugger-program "mnc2-dap"
  "The debugger: a name on variable `exec-path', or a path."
  :type 'string)

(defface mnc2-value
  '((t :inherit eglot-inlay-hint-face))
  "Values of a run next to their lines.")

;;;; Colours

(defconst mnc2--font-lock-keywords
  `((,(rx bol (* blank) (group (or "quit" (seq "mask" (* lower)))) symbol-end) 1 'font-lock-keyword-face)
    (,(rx bol (* blank) (group "d" (+ blank) (or "get" "set")) (group (* lower)))
     (1 'font-lock-keyword-face) (2 'font-lock-type-face))
    (,(rx bol (* blank) (group "@" (* (any alpha "_")))) 1 'font-lock-preprocessor-face)
    (,(rx (or bol ";") (* blank) (group lower (* (any lower digit "_")))) 1 'font-lock-function-name-face)
    (,(rx "$" (+ (any lower))) 0 'font-lock-variable-name-face)
    (,(rx symbol-start (any digit) (* (any hex "x"))) 0 'font-lock-number-face))
  "Base colours without the grammar.")

(defvar mnc2--font-lock-settings
  (when (treesit-available-p)
    (treesit-font-lock-rules
     :language 'mnc2 :feature 'comment
     '((comment) @font-lock-comment-face)
     :language 'mnc2 :feature 'keyword
     '([(quit_statement) "d" "get" "set" "mask" (host_command)] @font-lock-keyword-face
       (mv_mnemonic) @font-lock-builtin-face)
     :language 'mnc2 :feature 'function
     '((mnemonic) @font-lock-function-name-face)
     :language 'mnc2 :feature 'type
     '([(width) (dtype) (literal_type)] @font-lock-type-face)
     :language 'mnc2 :feature 'variable
     '([(memory) (mask_memories) "imr"] @font-lock-variable-name-face
       (operand_name) @font-lock-constant-face
       (scope_level) @font-lock-property-name-face
       (tag) @font-lock-constant-face)
     :language 'mnc2 :feature 'modifier
     '([(indirect) (turnaround) (conversion) (mask_suffix) "v" "j"] @font-lock-preprocessor-face)
     :language 'mnc2 :feature 'number
     '([(number) (literal_value) (hex_run) (long_hex) (single_hex) (half_hex) (rotation)]
       @font-lock-number-face)
     :language 'mnc2 :feature 'delimiter
     '([";" "," "." "[" "]" "\""] @font-lock-delimiter-face
       [(sign) "/" "@" "$"] @font-lock-operator-face)))
  "Colours with the grammar.")

(defvar mnc2-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?$ "'" table)
    (modify-syntax-entry ?_ "w" table)
    table)
  "Comments begin with `#'.")

;;;; Modes

(defvar-keymap mnc2-mode-map
  :doc "Keys of programs."
  "C-c C-c" #'mnc2-run-to-here
  "C-c C-k" #'mnc2-run-buffer
  "C-c C-j" #'mnc2-judge
  "C-c C-a" #'eglot-code-actions
  "C-c C-f" #'eglot-format)

(define-derived-mode mnc2-mode prog-mode "MN-Core 2"
  "Major mode for MN-Core 2 assembly.

\\{mnc2-mode-map}"
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+ *")
  (setq-local comment-end "")
  (setq-local indent-tabs-mode nil)
  (setq-local font-lock-defaults '(mnc2--font-lock-keywords))
  (when mnc2-start-server
    (mnc2--connect)))

;;;###autoload
(define-derived-mode mnc2-ts-mode mnc2-mode "MN-Core 2"
  "Major mode for MN-Core 2 assembly with colours by tree-sitter."
  (when (treesit-ready-p 'mnc2)
    (treesit-parser-create 'mnc2)
    (setq-local font-lock-defaults nil)
    (setq-local treesit-font-lock-settings mnc2--font-lock-settings)
    (setq-local treesit-font-lock-feature-list
                '((comment keyword) (function type) (variable number modifier) (delimiter)))
    (treesit-major-mode-setup)))

;;;###autoload
(defun mnc2-choose-mode ()
  "Turn on the mode with the grammar if it is installed, otherwise the other one."
  (if (treesit-ready-p 'mnc2 t) (mnc2-ts-mode) (mnc2-mode)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\._?vsm\\'" . mnc2-choose-mode))

(defun mnc2--check-abi (source)
  "Signal an error if the parser in SOURCE is too new for this Emacs."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "parser.c" source))
    (when (and (re-search-forward "^#define LANGUAGE_VERSION \\([0-9]+\\)" nil t)
               (> (string-to-number (match-string 1)) (treesit-library-abi-version)))
      (user-error "This Emacs reads parsers of version %d; write one with %s" (treesit-library-abi-version)
                  (format "`cargo run -p tree-sitter-mnc2 --example generate -- --abi %d FOLDER', and build FOLDER"
                          (treesit-library-abi-version))))))

(defun mnc2-build-grammar (folder)
  "Compile the grammar in FOLDER, the tree-sitter-mnc2 of a checkout."
  (interactive "DFolder tree-sitter-mnc2 of a checkout: ")
  (let* ((source (expand-file-name "src" folder))
         (target (expand-file-name (concat "tree-sitter/libtree-sitter-mnc2" (car dynamic-library-suffixes))
                                   user-emacs-directory))
         (compiler (or (getenv "CC") "cc")))
    (mnc2--check-abi source)
    (make-directory (file-name-directory target) t)
    (with-temp-buffer
      (unless (zerop (call-process compiler nil t nil "-shared" "-fPIC" "-O2" "-I" source "-o" target
                                   (expand-file-name "parser.c" source)
                                   (expand-file-name "scanner.c" source)))
        (error "The grammar was not built: %s" (buffer-string))))
    (message "Built %s" target)
    target))

;;;; Other languages

(defvar mnc2-dialect-keywords
  `((,(rx bol (* blank) (group (+ (any alnum "_.")) ":")) 1 'font-lock-constant-face)
    (,(rx (or bol ":" ";") (* blank) (group "." (+ (any alnum "_.")))) 1 'font-lock-preprocessor-face)
    (,(rx (or bol ":") (* blank) (group lower (* (any alnum "_.")))) 1 'font-lock-function-name-face)
    (,(rx symbol-start (or (seq (any "msvxt") (+ digit)) "tr" "rm" "fp" "sp" "ra" "pc" "zero") symbol-end)
     0 'font-lock-variable-name-face)
    (,(rx symbol-start (any digit) (* (any hex "x"))) 0 'font-lock-number-face))
  "Colours of assembly with labels, directives and registers.")

(define-derived-mode mnc2-dialect-mode prog-mode "mnc2 dialect"
  "Parent of the modes of languages other than MN-Core 2."
  (modify-syntax-entry ?_ "w")
  (modify-syntax-entry ?. "_")
  (modify-syntax-entry ?\n ">")
  (setq-local comment-end "")
  (setq-local comment-start-skip "\\(?:#\\|//\\|;\\)+ *")
  (setq-local indent-tabs-mode nil)
  (setq-local font-lock-defaults '(mnc2-dialect-keywords))
  (when mnc2-start-server
    (mnc2--connect)))

;; Modes, written by a test from the list of languages.
;;;###autoload
(define-derived-mode mnc2-naplespu-mode mnc2-dialect-mode "NaplesPU"
  "Major mode for NaplesPU assembly."
  (modify-syntax-entry ?# "<")
  (setq-local comment-start "# "))

;;;###autoload
(define-derived-mode mnc2-rvmatrix-mode mnc2-dialect-mode "RISC-V matrix"
  "Major mode for RISC-V matrix assembly."
  (modify-syntax-entry ?# "<")
  (setq-local comment-start "# "))

(defvar mnc2-tensil-keywords
  `((,(rx bol (* blank) (? "[" (* digit) "]") (* (any blank digit)) (group upper (+ alnum))) 1 'font-lock-function-name-face)
    (,(rx symbol-start (or (seq (? (any "WR")) "Acc") "Local" "DRAM0" "DRAM1" "Zeroes") symbol-end)
     0 'font-lock-variable-name-face)
    (,(rx "@2^" (+ digit)) 0 'font-lock-preprocessor-face)
    (,(rx symbol-start (any digit) (* (any hex "x"))) 0 'font-lock-number-face))
  "Colours of listings of the Tensil tensor unit.")

;;;###autoload
(define-derived-mode mnc2-tensil-mode mnc2-dialect-mode "Tensil"
  "Major mode for Tensil listing."
  (modify-syntax-entry ?# "<")
  (modify-syntax-entry ?\; "<")
  (modify-syntax-entry ?/ ". 12")
  (setq-local comment-start "// ")
  (setq-local font-lock-defaults '(mnc2-tensil-keywords)))

(defvar mnc2-tinytc-keywords
  `((,(rx symbol-start (or "func" "if" "else" "for" "foreach" "parallel" "yield") symbol-end) 0 'font-lock-keyword-face)
    (,(rx symbol-start (or "memref" "group" "coopmatrix" "index" "bool" (seq (any "cfi") (+ digit))) word-boundary)
     0 'font-lock-type-face)
    (,(rx (any "%@") (+ (any alnum "_"))) 0 'font-lock-variable-name-face)
    (,(rx (or bol "=") (* blank) (group lower (+ (any alnum "_.")))) 1 'font-lock-function-name-face)
    (,(rx symbol-start (any digit) (* (any hex "x." "e"))) 0 'font-lock-number-face))
  "Colours of the tensor language.")

;;;###autoload
(define-derived-mode mnc2-tinytc-mode mnc2-dialect-mode "tinytc"
  "Major mode for tinytc tensor language."
  (modify-syntax-entry ?\; "<")
  (setq-local comment-start "; ")
  (setq-local font-lock-defaults '(mnc2-tinytc-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.tasm\\'" . mnc2-tensil-mode))

;; The extensions of the others belong to every assembler; a file that names its language opens in its mode.
;;;###autoload
(dolist (entry '(("naplespu" . mnc2-naplespu-mode)
                 ("rvmatrix" . mnc2-rvmatrix-mode)
                 ("tensil" . mnc2-tensil-mode)
                 ("tinytc" . mnc2-tinytc-mode)))
  (add-to-list 'magic-mode-alist
               (cons (concat "\\(?:.*\n\\)\\{0,4\\}.*mnc2:.*\\_<language=" (car entry) "\\_>") (cdr entry))))

(defconst mnc2--other-modes
  '((mnc2-naplespu-mode :language-id "naplespu")
    (mnc2-rvmatrix-mode :language-id "rvmatrix")
    (mnc2-tensil-mode :language-id "tensil")
    (mnc2-tinytc-mode :language-id "tinytc"))
  "The modes of other languages, and what the server calls them.")
;; This is the end of what is written.

;;;; Server

(defclass mnc2-eglot-server (eglot-lsp-server) ()
  "The connection to mnc2-lsp.")

(cl-defmethod eglot-client-capabilities :around ((_ mnc2-eglot-server))
  "Declare also that values of a run are shown here.
The server then sends no inlay hints of them."
  (plist-put (cl-call-next-method) :experimental '(:mnc2 (:showsValues t))))

(add-to-list 'eglot-server-programs
             (cons (cons '(mnc2-mode :language-id "mnc2") mnc2--other-modes) 'mnc2--contact))

(defun mnc2--contact (&rest _)
  "How Eglot starts the server."
  (list 'mnc2-eglot-server mnc2-server-program "--stdio"))

(defun mnc2--connect ()
  "Connect to the server if it is installed."
  (cond ((not buffer-file-name) nil)
        ((executable-find mnc2-server-program) (eglot-ensure))
        (t (message "%s is not installed: see `mnc2-server-program'" mnc2-server-program))))

(defun mnc2--server ()
  "The server of this buffer."
  (or (eglot-current-server)
      (user-error "No language server is connected; see M-x eglot")))

(defun mnc2--execute (command arguments)
  "Ask the server to execute COMMAND with the property list ARGUMENTS."
  (let ((server (mnc2--server)))
    ;; The server must know the latest text before the run.
    (eglot--signal-textDocument/didChange)
    (jsonrpc-request server :workspace/executeCommand
                     (list :command command
                           :arguments (vector (append (list :uri (eglot-path-to-uri buffer-file-name)) arguments)))
                     :timeout 600)))

(defun mnc2--content (uri)
  "The text of the server's own document URI."
  (plist-get (jsonrpc-request (mnc2--server) :mnc2/textDocumentContent (list :uri uri)) :text))

(defun mnc2-run-to-here (&optional line)
  "Run the program to the line at point, or to LINE, and show its dump.
LINE is counted from 1."
  (interactive)
  (let* ((line (or line (line-number-at-pos nil t)))
         (program (current-buffer))
         (result (mnc2--execute "mnc2.runToHere" (list :line (1- line)))))
    (mnc2--show-values program result)
    (mnc2--show-dump program (mnc2--content (plist-get result :content)))
    result))

(defun mnc2-run-buffer ()
  "Run the whole program and show its dump."
  (interactive)
  (mnc2-run-to-here (save-excursion
                      (goto-char (point-max))
                      (skip-chars-backward " \t\n")
                      (line-number-at-pos nil t))))

(defun mnc2-judge (&optional testcase)
  "Judge the program by the testcase.vsm next to it.
With a prefix argument, judge it by another TESTCASE."
  (interactive (list (and current-prefix-arg (read-file-name "Testcase: " nil nil t nil
                                                             (lambda (name) (string-suffix-p ".vsm" name))))))
  (let ((verdict (mnc2--execute "mnc2.judge" (and testcase (list :testcase (expand-file-name testcase))))))
    (message "%s" (plist-get verdict :message))
    verdict))

;;;; Machine words

(defconst mnc2--certainty-faces '(("known" . success) ("inferred" . warning) ("unknown" . error))
  "How a field of an instruction word is known, and how that looks.")

(defun mnc2--insert-field (field)
  "Insert a line for FIELD of an instruction word."
  (let* ((high (plist-get field :high))
         (low (plist-get field :low))
         (content (plist-get field :content))
         (there (plist-get field :there))
         (start (point)))
    (insert (format "%-8s %-28s %-10s %s%s\n"
                    (if (= high low) (number-to-string high) (format "%d:%d" high low))
                    (plist-get field :name)
                    (if content (format "0x%x" content) "?")
                    (plist-get field :status)
                    (if there (format "  /= 0x%x" there) "")))
    (put-text-property start (point) 'face
                       (cdr (assoc (plist-get field :certainty) mnc2--certainty-faces)))))

(defun mnc2-show-word ()
  "Show the instruction word of the step at point."
  (interactive)
  (let ((server (mnc2--server)))
    (eglot--signal-textDocument/didChange)
    (let* ((line (1- (line-number-at-pos nil t)))
           (word (jsonrpc-request server :mnc2/word
                                  (list :textDocument (list :uri (eglot-path-to-uri buffer-file-name))
                                        :line line))))
      (unless word
        (user-error "This line has no word that is known"))
      (with-current-buffer (get-buffer-create "*mnc2 word*")
        (let ((inhibit-read-only t)
              (message (plist-get (plist-get word :output) :message)))
          (erase-buffer)
          (insert (plist-get word :text) "\n" (plist-get word :hexadecimal) "\n\n")
          (when message
            (insert message "\n\n"))
          (seq-doseq (field (plist-get word :fields))
            (when (eq (plist-get field :used) t)
              (mnc2--insert-field field)))
          (goto-char (point-min)))
        (special-mode)
        (setq-local truncate-lines t)
        (display-buffer (current-buffer))))))

(defun mnc2-disassemble (file)
  "Show FILE, output of the assembler or a packed program, as text.
A program must be open: its language server does the work."
  (interactive "fOutput of the assembler: ")
  (let* ((server (or (eglot-current-server)
                     (seq-some (lambda (buffer)
                                 (with-current-buffer buffer
                                   (and (derived-mode-p 'mnc2-mode) (eglot-current-server))))
                               (buffer-list))
                     (user-error "Open a program first; its language server reads the file")))
         (uri (concat "mnc2-disassembly:/" (url-hexify-string (file-name-nondirectory file)) ".vsm?"
                      (url-hexify-string (eglot-path-to-uri (expand-file-name file)))))
         (text (plist-get (jsonrpc-request server :mnc2/textDocumentContent (list :uri uri)) :text)))
    (with-current-buffer (get-buffer-create (format "*disassembly of %s*" (file-name-nondirectory file)))
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert text)
        (goto-char (point-min)))
      (mnc2-mode)
      (setq buffer-read-only t)
      (display-buffer (current-buffer)))))

;;;; Dump

(defconst mnc2--dump-heading (rx bol "line " (group (+ digit)) " " (or "dumped" "wrote"))
  "The heading of the part of a dump that a line printed.")

(defvar-keymap mnc2-dump-mode-map
  :parent special-mode-map
  "RET" #'mnc2-dump-go-to-line)

(define-derived-mode mnc2-dump-mode special-mode "MN-Core 2 dump"
  "Major mode for the dump of a run.

\\{mnc2-dump-mode-map}"
  (setq-local truncate-lines t)
  (setq-local font-lock-defaults
              `(((,mnc2--dump-heading . 'font-lock-keyword-face)
                 (,(rx bol "DEBUG-" (+ (any alnum))) . 'font-lock-variable-name-face)
                 (,(rx " #d get" (* nonl) eol) . 'font-lock-comment-face)))))

(defvar-local mnc2--program nil "The program's buffer that a dump is of.")

(defun mnc2-dump-go-to-line ()
  "Go to the line of the program that printed the dump at point."
  (interactive)
  (let ((line (save-excursion
                (end-of-line)
                (and (re-search-backward mnc2--dump-heading nil t)
                     (string-to-number (match-string 1))))))
    (unless (and line (buffer-live-p mnc2--program))
      (user-error "There is no line of a program here"))
    (pop-to-buffer mnc2--program)
    (goto-char (point-min))
    (forward-line (1- line))))

(defun mnc2--show-dump (program text)
  "Show TEXT, the dump of the last run of PROGRAM, in a window of its own."
  (let ((buffer (get-buffer-create (format "*dump of %s*" (buffer-name program)))))
    (with-current-buffer buffer
      (mnc2-dump-mode)
      (setq mnc2--program program)
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert text)
        (goto-char (point-min))))
    (display-buffer buffer '(display-buffer-below-selected (window-height . 0.4)))))

;;;; Values next to lines

(defun mnc2--show-values (program result)
  "Put the values of RESULT next to the lines of PROGRAM, until it is edited."
  (with-current-buffer program
    (mnc2-clear-values)
    (save-excursion
      (save-restriction
        (widen)
        (seq-doseq (beside (plist-get result :beside))
          (goto-char (point-min))
          (forward-line (plist-get beside :line))
          (let ((overlay (make-overlay (line-end-position) (line-end-position))))
            (overlay-put overlay 'mnc2-value t)
            (overlay-put overlay 'after-string
                         (propertize (concat "  → " (plist-get beside :text)) 'face 'mnc2-value))))))
    (add-hook 'before-change-functions #'mnc2-clear-values nil t)))

(defun mnc2-clear-values (&rest _)
  "Remove the values of the last run."
  (interactive)
  (remove-hook 'before-change-functions #'mnc2-clear-values t)
  (save-restriction
    (widen)
    (remove-overlays (point-min) (point-max) 'mnc2-value t)))

;;;; Debugger

(defvar dape-configs)
(with-eval-after-load 'dape
  (add-to-list 'dape-configs
               '(mnc2
                 modes (mnc2-mode mnc2-dialect-mode)
                 ensure dape-ensure-command
                 command-cwd dape-command-cwd
                 command mnc2-debugger-program
                 :type "mnc2"
                 :request "launch"
                 :program dape-buffer-default
                 :stopOnEntry t)))

(provide 'mnc2-mode)
;;; mnc2-mode.el ends here
