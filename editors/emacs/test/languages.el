;;; languages.el --- assembly in another language in a real Emacs -*- lexical-binding: t -*-

;; Started by .ci/emacs in a batch Emacs that is set up by the lines of docs/languages/README.md; MNC2_KERNEL is the kernel
;; that every editor is tested with.

(require 'mnc2-mode)
(load (expand-file-name "support" (file-name-directory load-file-name)) nil t)

(defun languages-open (folder project)
  "Open a copy of the kernel in FOLDER, with an mnc2.toml that says PROJECT."
  (let* ((folder (file-name-as-directory (expand-file-name folder temporary-file-directory)))
         (file (expand-file-name "kernel.S" folder)))
    (delete-directory folder t)
    (make-directory folder t)
    (copy-file (getenv "MNC2_KERNEL") file)
    (when project
      (write-region project nil (expand-file-name "mnc2.toml" folder)))
    (support-open file 'asm-mode)))

(defun languages-codes ()
  "The codes that Flymake shows, in order."
  (flymake-start)
  (sort (mapcar (lambda (diagnostic)
                  (let ((text (flymake-diagnostic-text diagnostic)))
                    (and (string-match "[A-Z]+[0-9]\\{4\\}" text) (match-string 0 text))))
                (flymake-diagnostics))))

(defun languages-ask (method)
  "What the server answers to METHOD at point."
  (jsonrpc-request (eglot-current-server) method (eglot--TextDocumentPositionParams)))

(ert-deftest languages-1-silent ()
  "Nothing is said where no language is named."
  (languages-open "mnc2-silent" nil)
  (search-forward "fmmacc")
  (should-not (languages-ask :textDocument/hover))
  (should-not (languages-codes)))

(ert-deftest languages-2-named ()
  "Findings, hover, completion and fixes where mnc2.toml names it."
  (languages-open "mnc2-named" "[languages]\n'*.S' = 'rvmatrix'\n")
  (support-wait "the findings" (lambda () (equal (languages-codes) '("RV0202" "RV0401"))))
  (search-forward "fmmacc")
  (should (string-search "rvmatrix@0.2" (plist-get (plist-get (languages-ask :textDocument/hover) :contents) :value)))
  (let ((labels (mapcar (lambda (item) (plist-get item :label))
                        (plist-get (languages-ask :textDocument/completion) :items))))
    (should (member "fmmacc.s" labels)))
  (goto-char (point-min))
  (search-forward "mcfgmi")
  (let ((actions (eglot-code-actions (line-beginning-position) (line-end-position) "quickfix")))
    (should actions)
    (eglot-execute (eglot-current-server) (car actions))
    ;; Eglot sends changes when Emacs is idle, which a batch Emacs never is.
    (eglot--signal-textDocument/didChange))
  (goto-char (point-min))
  (should (search-forward-regexp "mcfgmi +zero, 2" nil t))
  (support-wait "its finding going away" (lambda () (equal (languages-codes) '("RV0401")))))

(ert-deftest languages-3-modes ()
  "Each language has a mode, by the extension or by the first lines, and the server knows it by the mode."
  (pcase-dolist (`(,name ,text ,mode ,code)
                 '(("a.tasm" "MatMul Local(0)\n" mnc2-tensil-mode "TE0301")
                   ("a.s" "\n# mnc2: language=naplespu\nadd_i32 s0, s1\n" mnc2-naplespu-mode "NP0301")
                   ("b.S" "# mnc2: language=rvmatrix\n\tmcfgm a0\n" mnc2-rvmatrix-mode "RV0202")
                   ("a.ir" "; mnc2: language=tinytc\nfunc @f() {\n" mnc2-tinytc-mode "TC")))
    (let* ((folder (expand-file-name "mnc2-modes/" temporary-file-directory))
           (file (expand-file-name name folder)))
      (make-directory folder t)
      (write-region text nil file)
      (switch-to-buffer (find-file file))
      (should (eq major-mode mode))
      (run-hooks 'post-command-hook)
      (should (support-wait "the connection" #'eglot-current-server))
      (support-wait name (lambda () (string-prefix-p code (or (car (languages-codes)) ""))))
      ;; Comments are written as the language has them.
      (goto-char (point-max))
      (insert comment-start "x" comment-end)
      (should (nth 4 (syntax-ppss)))
      (set-buffer-modified-p nil))))
